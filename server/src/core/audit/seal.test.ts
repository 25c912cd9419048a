import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { chainOf, putPending, verdictOn } from '../../../test/audit-chain.ts'
import { testConfig } from '../../../test/config.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { createRelayPool } from '../db/in-relay.ts'
import { execute } from '../db/statement.ts'
import { sealBatch } from './seal.ts'

const database = await createTestDatabase()
const pool = createRelayPool(testConfig(database.name), () => undefined)
const [one, two] = [randomUUID(), randomUUID()]

afterAll(async () => {
  await pool.end()
  await database.drop()
})

beforeEach(() => database.admin((admin) => admin.query('truncate audit_pending, audit_log, audit_heads')))

const act = (tenant: string, count: number) => putPending(database, tenant, count)

const change = (text: string, values: unknown[] = []) => database.admin((admin) => admin.query(text, values))

const verdict = async (tenant: string) => verdictOn(...(await chainOf(pool, tenant)))

describe('sealing', () => {
  test('gives every tenant a chain of its own that goes on from batch to batch', async () => {
    await act(one, 3)
    await act(two, 2)
    expect(await sealBatch(pool)).toEqual({ sealed: 5, more: false })
    await act(one, 2)
    expect(await sealBatch(pool)).toEqual({ sealed: 2, more: false })
    expect(await sealBatch(pool)).toEqual({ sealed: 0, more: false })
    expect(await verdict(one)).toEqual({ whole: true, rows: 5 })
    expect(await verdict(two)).toEqual({ whole: true, rows: 2 })
    expect((await change('select from audit_pending')).rowCount).toBe(0)
  })

  test('takes a thousand at a time', async () => {
    await act(one, 1_001)
    expect(await sealBatch(pool)).toEqual({ sealed: 1_000, more: true })
    expect(await sealBatch(pool)).toEqual({ sealed: 1, more: false })
    expect(await verdict(one)).toEqual({ whole: true, rows: 1_001 })
  })

  test('is done by one at a time; appenders that meet lose and double nothing', async () => {
    await act(one, 300)
    const done = await Promise.all(Array.from({ length: 4 }, () => sealBatch(pool)))
    expect(done.reduce((sum, { sealed }) => sum + sealed, 0)).toBe(300)
    expect(await verdict(one)).toEqual({ whole: true, rows: 300 })
  })
})

describe('a chain tells', () => {
  beforeEach(async () => {
    await act(one, 20)
    await sealBatch(pool)
  })

  test.each([
    ['a changed text', `update audit_log set act = 'member.invited' where seq = 7`, { seq: 7, reason: 'changed' }],
    [
      'a changed digit of the data',
      `update audit_log set data = jsonb_set(data, '{amount}', '12345678901234567890.11') where seq = 7`,
      { seq: 7, reason: 'changed' },
    ],
    [
      'a changed microsecond',
      `update audit_log set at = at + interval '1 microsecond' where seq = 7`,
      { seq: 7, reason: 'changed' },
    ],
    ['a removed row', 'delete from audit_log where seq = 7', { seq: 7, reason: 'missing' }],
    ['a removed end', 'delete from audit_log where seq > 18', { seq: 19, reason: 'missing' }],
    [
      'a hash that was made to fit',
      `update audit_log set act = 'x', hash = sha256('x') where seq = 7`,
      { seq: 7, reason: 'changed' },
    ],
    [
      'a link that was cut',
      `update audit_log set prev_hash = sha256('x') where seq = 7`,
      { seq: 7, reason: 'unlinked' },
    ],
    ['another head', `update audit_heads set hash = sha256('x')`, { seq: 20, reason: 'head' }],
  ])('%s', async (_what, sql, found) => {
    await change(sql)
    expect(await verdict(one)).toMatchObject({ whole: false, ...found })
  })

  test('no role of the product can change or remove a sealed row', async () => {
    await expect(execute(pool, `update audit_log set act = 'x'`)).rejects.toThrow('permission denied')
    await expect(execute(pool, 'delete from audit_log')).rejects.toThrow('permission denied')
  })
})
