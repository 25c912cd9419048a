import { describe, expect, test } from 'vitest'
import { readingsOf } from '../../../test/readings-of.ts'
import { Secret } from '../secret.ts'
import { cursorsOf } from './cursor.ts'

const ID = '0199c8f0-0000-7000-8000-000000000001'
const withSecret = (secret: string) => ({ config: { COOKIE_SECRET: new Secret(secret) } })
const ctx = withSecret('a'.repeat(32))
const cursors = cursorsOf(ctx, 'ours', 'workflows', { sort: 'name' })
const REFUSED = expect.objectContaining({ status: 400, code: 'invalid_cursor' })

/** What decoding it throws, or what it says. */
function verdictOn(cursor: string, by = cursors) {
  try {
    return by.decode(cursor)
  } catch (error) {
    return error
  }
}

describe('a cursor', () => {
  test('is read by the list that gave it', () => {
    const keys = ['Ärger “z”', ID]
    expect(cursors.decode(cursors.encode(keys))).toEqual(keys)
    expect(cursors.decodePosition(cursors.encode(keys))).toEqual({ key: keys[0], id: ID })
    expect(cursors.decode(undefined)).toBeUndefined()
  })

  test('tells nobody else what it holds, nor how long a name is', () => {
    const secret = cursors.encode(['project nightfall', ID])
    for (const word of ['nightfall', ID, Buffer.from('nightfall').toString('hex')]) {
      expect(readingsOf(secret)).not.toContain(word)
    }
    expect(cursors.encode(['a', ID])).toHaveLength(secret.length)
  })

  test('is the same for the same place, and another for another one', () => {
    expect(cursors.encode(['a', ID])).toBe(cursors.encode(['a', ID]))
    const bytes = (name: string) => Buffer.from(cursors.encode([name, ID]), 'base64url')
    expect(bytes('a').subarray(0, 13), 'also where it begins').not.toEqual(bytes('b').subarray(0, 13))
  })

  test('is refused with any bit of it changed, and cut anywhere', () => {
    const given = Buffer.from(cursors.encode(['a', ID]), 'base64url')
    for (let at = 0; at < given.length; at++) {
      const changed = Buffer.from(given)
      changed.writeUInt8(given.readUInt8(at) ^ (1 << (at % 8)), at)
      expect(verdictOn(changed.toString('base64url'))).toEqual(REFUSED)
      expect(verdictOn(given.subarray(0, at).toString('base64url'))).toEqual(REFUSED)
    }
    for (const text of ['', 'nonsense', 'W10', '%00', Buffer.from(JSON.stringify(['a', ID])).toString('base64url')]) {
      expect(verdictOn(text), text).toEqual(REFUSED)
    }
  })

  test.each([
    ['another list', cursorsOf(ctx, 'ours', 'tasks', { sort: 'name' })],
    ['another filter', cursorsOf(ctx, 'ours', 'workflows', { sort: 'created' })],
    ['another tenant', cursorsOf(ctx, 'theirs', 'workflows', { sort: 'name' })],
    ['a server with another secret', cursorsOf(withSecret('b'.repeat(32)), 'ours', 'workflows', { sort: 'name' })],
  ])('is refused by %s', (_who, other) => {
    expect(verdictOn(cursors.encode(['a', ID]), other)).toEqual(REFUSED)
  })
})
