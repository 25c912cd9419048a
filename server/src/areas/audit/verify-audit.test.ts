import { verifyAudit } from '@throughline/contracts/audit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { chainOf, putPending } from '../../../test/audit-chain.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { randomFrom } from '../../../test/statistics.ts'
import { createWorld } from '../../../test/world.ts'
import { GENESIS, hashOf, type SealedRow } from '../../core/audit/canonical.ts'
import { sealBatch } from '../../core/audit/seal.ts'
import { signTenantHead } from '../../core/audit/sign-heads.ts'
import { createRelayPool } from '../../core/db/in-relay.ts'
import { createPools } from '../../core/db/pools.ts'
import { createStorage } from '../../core/storage/storage.ts'

const ROWS = 10_000
/** Places of each kind of harm, drawn by chance; a few of them are looked for from the very beginning. */
const PLACES = 40
/** Of those that cut half of all rows on average, which then have to be put back. */
const CUTS = 12
const FROM_THE_BEGINNING = 5
const NEAR = 500

const api = await createTestApi(ENGINE_AWAY)
const { ours, actors } = await createWorld(api)
const { database, ctx } = api
const relay = createRelayPool(ctx.config, () => undefined)
const storage = createStorage(ctx.config)
/** Signing is the worker's. */
const workerCtx = { ...ctx, pools: createPools(ctx.config, 'worker', () => undefined) }
const sign = () => signTenantHead(workerCtx, storage.records, ours.tenantId)
const verify = (after = 0) => actors.admin.client(verifyAudit, { params: { orgId: ours.tenantId }, body: { after } })
/** As somebody who owns the database. */
const harm = (text: string, values: unknown[] = []) => database.admin((admin) => admin.query(text, values))

let rows: SealedRow[] = []
const OF_OURS = `tenant_id = '${ours.tenantId}'`
const hex = (hash: Buffer | undefined) => hash?.toString('hex')

beforeAll(async () => {
  await putPending(database, ours.tenantId, ROWS)
  while ((await sealBatch(relay)).more);
  expect(await sign()).toBe(true)
  ;[rows] = await chainOf(relay, ours.tenantId)
  await harm(`create table kept as select * from audit_log where ${OF_OURS}`)
  await harm(`create table kept_heads as select * from audit_heads where ${OF_OURS}`)
  await harm('create index on kept (seq)')
}, 60_000)

afterAll(async () => {
  storage.close()
  await Promise.all([relay.end(), workerCtx.pools.end()])
  await api.close()
})

const COLUMNS =
  'tenant_id, seq, at, actor_id, act, entity_kind, entity_id, data, request_id, address, device, prev_hash, hash'

const restore = (from: number, to: number) =>
  database.admin(async (admin) => {
    await admin.query(`delete from audit_log where ${OF_OURS} and seq between $1 and $2`, [from, to])
    await admin.query(`insert into audit_log (${COLUMNS}) select ${COLUMNS} from kept where seq between $1 and $2`, [
      from,
      to,
    ])
    await admin.query(`update audit_heads h set seq = k.seq, hash = k.hash from kept_heads k where h.${OF_OURS}`)
  })

/** Harms each of the places in turn and puts it right again. */
async function eachPlace(
  seed: number,
  act: (seq: number, after: number) => Promise<void>,
  { places = PLACES, to = (seq: number) => seq } = {},
) {
  const random = randomFrom(seed)
  for (let place = 0; place < places; place++) {
    const seq = 1 + Math.floor(random() * (rows.length - 1))
    const after = place < FROM_THE_BEGINNING ? 0 : Math.max(0, seq - 1 - Math.floor(random() * NEAR))
    try {
      await act(seq, after)
    } finally {
      await restore(seq, to(seq))
    }
  }
}

describe(`verifying ${ROWS} rows`, () => {
  test('finds them whole, up to their signed head', async () => {
    expect(rows.length).toBeGreaterThanOrEqual(ROWS)
    expect(await verify()).toEqual({
      checked: rows.length,
      rows: rows.length,
      next: null,
      broken: null,
      pending: 0,
      signed_head: { seq: rows.length, signed_at: expect.any(String) },
    })
  })

  test('names a row that was changed', async () => {
    await eachPlace(1, async (seq, after) => {
      await harm(`update audit_log set address = '10.0.0.1' where ${OF_OURS} and seq = $1`, [seq])
      const { broken, checked, next } = await verify(after)
      const found_hash = hex(rows[seq - 1]?.hash)
      expect(broken).toEqual({ seq, reason: 'changed', expected_hash: expect.any(String), found_hash })
      expect({ checked, next }).toEqual({ checked: seq - 1, next: null })
    })
  }, 120_000)

  test('names a row that was removed, and the hash it had', async () => {
    await eachPlace(2, async (seq, after) => {
      await harm(`delete from audit_log where ${OF_OURS} and seq = $1`, [seq])
      const expected_hash = hex(rows[seq - 1]?.hash)
      expect((await verify(after)).broken).toEqual({ seq, reason: 'missing', expected_hash, found_hash: null })
    })
  }, 120_000)

  test('names the first row that was cut from the end', async () => {
    await eachPlace(
      3,
      async (seq, after) => {
        await harm(`delete from audit_log where ${OF_OURS} and seq >= $1`, [seq])
        expect((await verify(after)).broken).toMatchObject({ seq, reason: 'missing' })
      },
      { places: CUTS, to: () => rows.length },
    )
  }, 120_000)

  test('names it also where the head was made to fit: the signed one does not', async () => {
    await eachPlace(
      4,
      async (seq, after) => {
        await harm(`delete from audit_log where ${OF_OURS} and seq >= $1`, [seq])
        await harm(`update audit_heads set seq = $1, hash = $2 where ${OF_OURS}`, [
          seq - 1,
          rows[seq - 2]?.hash ?? GENESIS,
        ])
        const expected_hash = hex(rows.at(-1)?.hash)
        expect((await verify(after)).broken).toEqual({ seq, reason: 'signed_head', expected_hash, found_hash: null })
      },
      { places: CUTS, to: () => rows.length },
    )
  }, 120_000)
})

/** From this row on, with all hashes and the head made to fit. */
async function makeAnew(from: number) {
  let prev: Buffer = rows[from - 2]?.hash ?? GENESIS
  const made = rows.slice(from - 1).map((row) => {
    const forged = { ...row, device: 'forged' }
    const hash = hashOf(prev, forged)
    const linked = { seq: row.seq, prev, hash }
    prev = hash
    return linked
  })
  await harm(
    `update audit_log l set device = 'forged', prev_hash = f.prev, hash = f.hash
     from unnest($1::bigint[], $2::bytea[], $3::bytea[]) f (seq, prev, hash) where l.${OF_OURS} and l.seq = f.seq`,
    [made.map(({ seq }) => seq), made.map((row) => row.prev), made.map(({ hash }) => hash)],
  )
  await harm(`update audit_heads set hash = $1 where ${OF_OURS}`, [prev])
}

describe('a chain that was made anew', () => {
  test.each([1, 5_000])(
    'from row %i on is found by the signed head',
    async (from) => {
      await makeAnew(from)
      try {
        const { broken } = await verify()
        const expected_hash = hex(rows.at(-1)?.hash)
        expect(broken).toMatchObject({ seq: rows.length, reason: 'signed_head', expected_hash })
        expect(broken?.found_hash).not.toBe(expected_hash)
        // It is not signed again either, so that it goes on being found.
        expect(await sign()).toBe(false)
      } finally {
        await restore(from, rows.length)
      }
      expect((await verify()).broken).toBeNull()
    },
    60_000,
  )

  test('with a signed head that somebody else wrote is found too', async () => {
    const [key = ''] = await storage.records.list(`audit-heads/${ours.tenantId}`)
    const kept = await storage.records.get(key)
    for (const forged of [kept.replace(`"seq":${rows.length}`, '"seq":1'), 'nonsense']) {
      await storage.records.put(key, forged)
      expect((await verify()).broken?.reason).toBe('signed_head')
      expect(await sign()).toBe(false)
    }
    await storage.records.put(key, kept)
    expect((await verify()).broken).toBeNull()
  })
})

describe('a head', () => {
  test('is not believed where rows follow it', async () => {
    await harm(`update audit_heads set seq = seq - 1 where ${OF_OURS}`)
    expect((await verify()).broken).toMatchObject({ seq: rows.length - 1, reason: 'head' })
    await restore(rows.length, rows.length)
  })

  test('that has not moved is not signed again; one that has, is', async () => {
    const unsigned = async () => {
      const found = await harm('select tenant_id from audit_heads where signed_seq < seq')
      return found.rows.some((row) => row.tenant_id === ours.tenantId)
    }
    expect(await unsigned()).toBe(false)
    await putPending(database, ours.tenantId, 3)
    expect((await verify()).pending).toBe(3)
    await sealBatch(relay)
    expect(await unsigned()).toBe(true)
    expect(await sign()).toBe(true)
    expect(await unsigned()).toBe(false)
    expect(await verify()).toMatchObject({ broken: null, signed_head: { seq: rows.length + 3 } })
  })
})
