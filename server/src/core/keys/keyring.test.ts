import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Secret } from '../secret.ts'
import { SealBrokenError } from './cipher.ts'
import { createKeyring, tenantKeyAad, UnknownMasterKeyError } from './keyring.ts'

const masterKey = () => new Secret(randomBytes(32).toString('base64'))
const keyring = createKeyring({ MASTER_KEY: masterKey(), MASTER_KEY_ID: 'k1' })
const key = { keyNo: 7, secret: new Secret(keyring.newDataKey()) }
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array))

afterEach(() => vi.useRealTimers())

describe('seal and open', () => {
  test('give back what was sealed', () => {
    fc.assert(
      fc.property(bytes, fc.string(), (plaintext, aad) => {
        expect(keyring.open(key, keyring.seal(key, plaintext, aad), aad)).toEqual(plaintext)
      }),
    )
    expect(keyring.open(key, keyring.seal(key, 'é', 'x'), 'x').toString()).toBe('é')
  })

  test('refuse a change of any byte', () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 255 }), (plaintext, change) => {
        const sealed = keyring.seal(key, plaintext, 'row')
        for (let at = 0; at < sealed.length; at++) {
          const changed = Buffer.from(sealed)
          changed.writeUInt8(sealed.readUInt8(at) ^ change, at)
          expect(() => keyring.open(key, changed, 'row')).toThrow(SealBrokenError)
        }
      }),
      { numRuns: 20 },
    )
  })

  test('refuse every cut', () => {
    const sealed = keyring.seal(key, 'some text', 'row')
    for (let length = 0; length < sealed.length; length++) {
      expect(() => keyring.open(key, sealed.subarray(0, length), 'row')).toThrow(SealBrokenError)
    }
  })

  test('refuse another aad, another key and another key number', () => {
    fc.assert(
      fc.property(bytes, fc.string(), fc.string(), (plaintext, aad, other) => {
        fc.pre(aad !== other)
        expect(() => keyring.open(key, keyring.seal(key, plaintext, aad), other)).toThrow(SealBrokenError)
      }),
    )
    const sealed = keyring.seal(key, 'text', 'row')
    expect(() => keyring.open({ ...key, secret: new Secret(randomBytes(32)) }, sealed, 'row')).toThrow(SealBrokenError)
    expect(() => keyring.open({ ...key, keyNo: 8 }, sealed, 'row')).toThrow(SealBrokenError)
  })

  test('never repeat themselves', () => {
    const sealed = new Set(Array.from({ length: 1_000 }, () => keyring.seal(key, 'same', 'same').toString('base64')))
    expect(sealed.size).toBe(1_000)
  })
})

describe('data keys', () => {
  test('are wrapped by the master key that the row names', () => {
    const dataKey = keyring.newDataKey()
    const row = keyring.wrap(dataKey, 'place')
    expect(row.kek_id).toBe('k1')
    expect(row.wrapped.includes(dataKey)).toBe(false)
    expect(keyring.unwrap(row, 'place')).toEqual(dataKey)
    expect(() => keyring.unwrap(row, 'elsewhere')).toThrow(SealBrokenError)
    expect(() => keyring.unwrap({ ...row, kek_id: 'k0' }, 'place')).toThrow(UnknownMasterKeyError)
    const other = createKeyring({ MASTER_KEY: masterKey(), MASTER_KEY_ID: 'k1' })
    expect(() => other.unwrap(row, 'place')).toThrow(SealBrokenError)
  })

  test('of the system depend on the master key alone and are not it', () => {
    const MASTER_KEY = masterKey()
    const [a, b] = [
      createKeyring({ MASTER_KEY, MASTER_KEY_ID: 'a' }),
      createKeyring({ MASTER_KEY, MASTER_KEY_ID: 'b' }),
    ]
    expect(a.open(a.systemKey(), b.seal(b.systemKey(), 'mail', 'x'), 'x').toString()).toBe('mail')
    expect(a.systemKey().secret.reveal().toString('base64')).not.toBe(MASTER_KEY.reveal())
    expect(() => keyring.open(keyring.systemKey(), a.seal(a.systemKey(), 'mail', 'x'), 'x')).toThrow(SealBrokenError)
  })

  test('a master key of another length stops the start', () => {
    const MASTER_KEY = new Secret(randomBytes(16).toString('base64'))
    expect(() => createKeyring({ MASTER_KEY, MASTER_KEY_ID: 'k1' })).toThrow('32 bytes')
  })
})

describe('tenant keys', () => {
  const rowOf = (tenantId: string, dataKey = keyring.newDataKey()) => ({
    key_no: 1,
    ...keyring.wrap(dataKey, tenantKeyAad(tenantId, 1)),
  })

  test('are loaded once in ten minutes, also when asked for together', async () => {
    vi.useFakeTimers()
    const row = rowOf('t1')
    const load = vi.fn(async () => row)
    const [first, second] = await Promise.all([keyring.tenantKey('t1', load), keyring.tenantKey('t1', load)])
    expect(first).toBe(second)
    vi.advanceTimersByTime(10 * 60_000 - 1)
    await keyring.tenantKey('t1', load)
    expect(load).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await keyring.tenantKey('t1', load)
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('of another tenant do not unwrap, and a failure is not remembered', async () => {
    await expect(keyring.tenantKey('t2', async () => rowOf('t3'))).rejects.toThrow(SealBrokenError)
    const dataKey = keyring.newDataKey()
    const loaded = await keyring.tenantKey('t2', async () => rowOf('t2', dataKey))
    expect(loaded.secret.reveal()).toEqual(dataKey)
  })

  test('beyond a thousand drop the least recently used', async () => {
    const ring = createKeyring({ MASTER_KEY: masterKey(), MASTER_KEY_ID: 'k1' })
    const load = vi.fn(async (id: string) => ({ key_no: 1, ...ring.wrap(ring.newDataKey(), tenantKeyAad(id, 1)) }))
    const use = (id: string) => ring.tenantKey(id, () => load(id))
    for (let i = 0; i < 1_000; i++) await use(`t${i}`)
    await use('t0')
    await use('one more')
    load.mockClear()
    await use('t0')
    expect(load).not.toHaveBeenCalled()
    await use('t1')
    expect(load).toHaveBeenCalledTimes(1)
  })
})
