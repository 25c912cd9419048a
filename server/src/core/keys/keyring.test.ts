import { hkdfSync, randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Secret } from '../secret.ts'
import { derivedHeader, numberedHeader, open, SealBrokenError, seal } from './cipher.ts'
import { UnknownMasterKeyError } from './derived-sealer.ts'
import { createKeyring, tenantKeyAad } from './keyring.ts'

const masterKey = () => new Secret(randomBytes(32).toString('base64'))
const bytesOf = (secret: Secret<string>) => new Secret(Buffer.from(secret.reveal(), 'base64'))
const keyring = createKeyring({ MASTER_KEY: masterKey(), MASTER_KEY_ID: 'k1' })
const key = { header: numberedHeader(7), secret: new Secret(keyring.newDataKey()) }
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
    expect(() => keyring.open({ ...key, header: numberedHeader(8) }, sealed, 'row')).toThrow(SealBrokenError)
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

  test('of the system depend on the master key and are not it', () => {
    const MASTER_KEY = masterKey()
    const [a, again] = [
      createKeyring({ MASTER_KEY, MASTER_KEY_ID: 'a' }),
      createKeyring({ MASTER_KEY, MASTER_KEY_ID: 'a' }),
    ]
    const sealed = a.system.seal('mail', 'x')
    expect(again.system.open(sealed, 'x').toString()).toBe('mail')
    expect(() => open({ header: derivedHeader('a'), secret: bytesOf(MASTER_KEY) }, sealed, 'x')).toThrow(
      SealBrokenError,
    )
    const other = createKeyring({ MASTER_KEY: masterKey(), MASTER_KEY_ID: 'a' })
    expect(() => other.system.open(sealed, 'x')).toThrow(SealBrokenError)
  })

  test('a master key of another length stops the start', () => {
    const MASTER_KEY = new Secret(randomBytes(16).toString('base64'))
    expect(() => createKeyring({ MASTER_KEY, MASTER_KEY_ID: 'k1' })).toThrow('32 bytes')
  })
})

describe('several master keys', () => {
  const [a, b] = [
    { id: 'a', key: masterKey() },
    { id: 'b', key: masterKey() },
  ]
  const underA = createKeyring({ MASTER_KEYS: [a] })
  const bThenA = createKeyring({ MASTER_KEYS: [b, a] })
  const onlyB = createKeyring({ MASTER_KEYS: [b] })
  const derived = [
    ['the system', (ring: typeof underA) => ring.system],
    ['a tenant in the engine', (ring: typeof underA) => ring.engine('t1')],
  ] as const

  test.each(derived)('what is sealed for %s names the one it needs', (_whose, sealer) => {
    const sealed = sealer(underA).seal('text', 'x')
    expect(sealer(bThenA).open(sealed, 'x').toString()).toBe('text')
    expect(() => sealer(onlyB).open(sealed, 'x')).toThrow(UnknownMasterKeyError)
    expect(() => sealer(onlyB).open(sealed, 'x')).toThrow('no master key with the id a')
    expect(sealer(onlyB).open(sealer(bThenA).seal('new', 'x'), 'x').toString()).toBe('new')
  })

  test('are each tried on what was sealed before there were several, and none opens what belongs elsewhere', () => {
    const legacy = (salt: string, label: string) => ({
      header: numberedHeader(0),
      secret: new Secret(Buffer.from(hkdfSync('sha256', bytesOf(a.key).reveal(), salt, label, 32))),
    })
    const sealed = seal(legacy('', 'throughline/system-key/v1'), 'old', 'x')
    expect(bThenA.system.open(sealed, 'x').toString()).toBe('old')
    expect(() => bThenA.system.open(sealed, 'y')).toThrow(SealBrokenError)
    expect(() => onlyB.system.open(sealed, 'x')).toThrow(SealBrokenError)
    const payload = seal(legacy('t1', 'throughline/engine-key/v1'), 'old', 'x')
    expect(bThenA.engine('t1').open(payload, 'x').toString()).toBe('old')
    expect(() => bThenA.engine('t2').open(payload, 'x')).toThrow(SealBrokenError)
  })

  test('the first wraps, all unwrap', () => {
    const row = underA.wrap(underA.newDataKey(), 'x')
    expect(bThenA.wrap(bThenA.unwrap(row, 'x'), 'x').kek_id).toBe('b')
    expect(() => onlyB.unwrap(row, 'x')).toThrow('no master key with the id a')
  })

  test('sign by the first, and check whatever one of them signed', () => {
    const signature = underA.signer().sign('head')
    expect(bThenA.signer().keyId).toBe('b')
    expect(bThenA.signerOf('a')?.verify('head', signature)).toBe(true)
    expect(onlyB.signerOf('a')).toBeUndefined()
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
    const [first, second] = await Promise.all([
      keyring.tenantKey('t1', 'newest', load),
      keyring.tenantKey('t1', 'newest', load),
    ])
    expect(first).toBe(second)
    vi.advanceTimersByTime(10 * 60_000 - 1)
    await keyring.tenantKey('t1', 'newest', load)
    expect(load).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    await keyring.tenantKey('t1', 'newest', load)
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('of another tenant do not unwrap, and a failure is not remembered', async () => {
    await expect(keyring.tenantKey('t2', 'newest', async () => rowOf('t3'))).rejects.toThrow(SealBrokenError)
    const dataKey = keyring.newDataKey()
    const loaded = await keyring.tenantKey('t2', 'newest', async () => rowOf('t2', dataKey))
    expect(loaded.secret.reveal()).toEqual(dataKey)
  })

  test('beyond a thousand drop the least recently used', async () => {
    const ring = createKeyring({ MASTER_KEY: masterKey(), MASTER_KEY_ID: 'k1' })
    const load = vi.fn(async (id: string) => ({ key_no: 1, ...ring.wrap(ring.newDataKey(), tenantKeyAad(id, 1)) }))
    const use = (id: string) => ring.tenantKey(id, 'newest', () => load(id))
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
