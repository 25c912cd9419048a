import { randomBytes, randomUUID } from 'node:crypto'
import { PersonId, TenantId } from '@throughline/contracts/ids'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { testConfig } from '../../../test/config.ts'
import { createTestContext } from '../../../test/context.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { resealTotps } from '../../areas/auth/reseal-totps.ts'
import { sealTotp, totpAad } from '../../areas/auth/second-factor.ts'
import { sealBatch } from '../audit/seal.ts'
import { createSignHeadsActivities } from '../audit/sign-heads.activities.ts'
import { verifyStep } from '../audit/verify-step.ts'
import type { Context } from '../context.ts'
import { createRelayPool } from '../db/in-relay.ts'
import { inTenant } from '../db/in-tenant.ts'
import { createPools } from '../db/pools.ts'
import { createStorage } from '../storage/storage.ts'
import { UnknownMasterKeyError } from './derived-sealer.ts'
import { createKeyring } from './keyring.ts'
import { createRotateKeysActivities } from './rotate-keys.activities.ts'
import { openForTenant, sealForTenant, UnknownDataKeyError } from './tenant-key.ts'

const FIRST = '00000000-0000-0000-0000-000000000000'
const database = await createTestDatabase()
const { ctx: base } = createTestContext(database.name)
await base.pools.end()
const pools = createPools(base.config, 'worker', () => undefined)
const relay = createRelayPool(base.config, () => undefined)
const storage = createStorage(base.config)
const logged: { msg: string; [field: string]: unknown }[] = []
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })

afterAll(async () => {
  storage.close()
  await Promise.all([pools.end(), relay.end()])
  await database.drop()
})

const keys = { a: randomBytes(32).toString('base64'), b: randomBytes(32).toString('base64') }
/** A worker that has just started with these master keys, the current one first. */
const workerWith = (...ids: ('a' | 'b')[]): Context => {
  const config = testConfig(database.name, {
    MASTER_KEY: undefined,
    MASTER_KEY_ID: undefined,
    MASTER_KEYS: ids.map((id) => `${id}:${keys[id]}`).join(),
  })
  return { ...base, config, pools, log, keyring: createKeyring(config) }
}

/** What the daily job does, without the engine that repeats it; `runs` are the beginnings of those that go on there. */
async function rotate(ctx: Context, runs: Date[] = []) {
  const activities = {
    ...createRotateKeysActivities({
      ctx,
      reseal: async () => 0,
      resealPeople: (after) => resealTotps(ctx, after),
      countRuns: async (before) => runs.filter((began) => began < before).length,
    }),
    ...createSignHeadsActivities(ctx, storage.records),
  }
  await activities.rotateTenants(FIRST)
  await activities.resealPeople(FIRST)
  await activities.signAgainBite(FIRST)
  await activities.reportOldKeys()
}

/** As if the job had first run with it as the current one so long ago; answers when that was. */
async function startedWith(id: 'a' | 'b', hoursAgo: number): Promise<Date> {
  const since = new Date(Date.now() - hoursAgo * 3_600_000)
  await database.admin((admin) => admin.query('update master_keys set current_since = $2 where id = $1', [id, since]))
  return since
}

const newTenant = () => TenantId.parse(randomUUID())
const keyRows = async (tenantId: TenantId) => {
  const found = await database.admin((admin) =>
    admin.query<{ key_no: number; kek_id: string }>(
      'select key_no, kek_id from tenant_keys where tenant_id = $1 order by key_no',
      [tenantId],
    ),
  )
  return found.rows
}
const age = (tenantId: TenantId, days: number) =>
  database.admin((admin) =>
    admin.query(`update tenant_keys set created_at = created_at - make_interval(days => $2) where tenant_id = $1`, [
      tenantId,
      days,
    ]),
  )

test('what is kept moves to another master key, after which the old one is not needed', async () => {
  const [underA, bThenA] = [workerWith('a'), workerWith('b', 'a')]
  const [ours, theirs] = [newTenant(), newTenant()]
  const kept = await Promise.all(
    [ours, theirs].map(async (tenantId) => ({
      tenantId,
      ...(await sealForTenant(underA, tenantId, `of ${tenantId}`, 'x')),
    })),
  )
  const person = PersonId.parse(randomUUID())
  await database.admin(async (admin) => {
    await admin.query(`insert into people (id, username, email, name) values ($1, $2, $2 || '@example.test', 'P')`, [
      person,
      person,
    ])
    await admin.query('insert into person_secrets (person_id, totp) values ($1, $2)', [
      person,
      sealTotp(underA, person, 'SECRET'),
    ])
  })
  const totp = async () => {
    const found = await database.admin((admin) =>
      admin.query<{ totp: Buffer }>('select totp from person_secrets where person_id = $1', [person]),
    )
    return found.rows[0]?.totp ?? Buffer.alloc(0)
  }
  await inTenant(underA, { tenantId: ours }, async (tx) => tx.audit({ act: 'team.added', kind: 'team', id: ours }))
  await sealBatch(relay)
  await createSignHeadsActivities(underA, storage.records).signHeadsBite(FIRST)

  const opened = async (ctx: Context) => {
    const texts = await Promise.all(kept.map(({ tenantId, sealed }) => openForTenant(ctx, tenantId, sealed, 'x')))
    return [...texts, ctx.keyring.system.open(await totp(), totpAad(person))].map((text) => text.toString())
  }
  const expected = [`of ${ours}`, `of ${theirs}`, 'SECRET']
  expect(await opened(bThenA)).toEqual(expected)
  await expect(opened(workerWith('b'))).rejects.toThrow(UnknownMasterKeyError)

  await rotate(bThenA)
  const since = await startedWith('b', 25)
  const hoursLater = (hours: number) => new Date(since.getTime() + hours * 3_600_000)
  await rotate(bThenA, [hoursLater(-24), hoursLater(-1), hoursLater(25)])
  expect(logged.at(-1)).toMatchObject({
    master_key: 'a',
    tenant_keys: 0,
    running: 2,
    msg: expect.stringContaining('still needed'),
  })
  await rotate(bThenA, [hoursLater(25)])
  expect(logged.at(-1)).toMatchObject({ master_key: 'a', msg: expect.stringContaining('nothing is left') })

  const onlyB = workerWith('b')
  expect(await opened(onlyB)).toEqual(expected)
  const verified = await verifyStep(onlyB, { tenantId: ours }, storage.records, { after: 0, step: 100 })
  expect(verified).toMatchObject({ broken: null, signedHead: { seq: 1 } })
  const link = underA.keyring.system.seal('a link', 'x')
  expect(() => onlyB.keyring.system.open(link, 'x')).toThrow('no master key with the id a')
})

test('an old master key is needed for a day more: a process that was not started anew still seals with it', async () => {
  const bThenA = workerWith('b', 'a')
  await rotate(bThenA)
  const nothingLeft = { tenant_keys: 0, second_factors: 0, signed_heads: 0 }
  const beganUnderA = new Date((await startedWith('b', 23)).getTime() + 12 * 3_600_000)
  await rotate(bThenA)
  expect(logged.at(-1), 'one more could begin').toMatchObject({
    master_key: 'a',
    ...nothingLeft,
    running: 0,
    not_before: expect.any(String),
    msg: expect.stringContaining('still needed'),
  })
  await startedWith('b', 25)
  await rotate(bThenA, [beganUnderA])
  expect(logged.at(-1)).toMatchObject({ ...nothingLeft, running: 1, msg: expect.stringContaining('still needed') })
  await rotate(bThenA)
  expect(logged.at(-1)).toMatchObject({ ...nothingLeft, running: 0, msg: expect.stringContaining('nothing is left') })
  await startedWith('b', 0)
})

test('a tenant gets another data key with the master key and after a year; the old one goes a week later', async () => {
  const [underA, bThenA] = [workerWith('a'), workerWith('b', 'a')]
  const tenantId = newTenant()
  const { sealed } = await sealForTenant(underA, tenantId, 'text', 'x')
  await age(tenantId, 1)
  await rotate(bThenA)
  await rotate(bThenA)
  expect(await keyRows(tenantId)).toEqual([
    { key_no: 1, kek_id: 'b' },
    { key_no: 2, kek_id: 'b' },
  ])
  const onlyB = workerWith('b')
  expect((await sealForTenant(onlyB, tenantId, 'new', 'x')).keyNo).toBe(2)
  expect((await openForTenant(onlyB, tenantId, sealed, 'x')).toString()).toBe('text')

  await age(tenantId, 8)
  await database.admin((admin) => admin.query(`update master_keys set current_since = now() - interval '2 years'`))
  await rotate(onlyB)
  expect(await keyRows(tenantId)).toEqual([{ key_no: 2, kek_id: 'b' }])
  const refused = openForTenant(workerWith('b'), tenantId, sealed, 'x')
  await expect(refused).rejects.toThrow(UnknownDataKeyError)
  await expect(refused).rejects.toThrow('data key 1 of this tenant is not kept any more')

  await age(tenantId, 366)
  await rotate(onlyB)
  expect((await keyRows(tenantId)).map(({ key_no }) => key_no)).toEqual([2, 3])
})

test('what is sealed while keys are rotated opens afterwards', async () => {
  const [underA, bThenA] = [workerWith('a', 'b'), workerWith('b', 'a')]
  const tenants = Array.from({ length: 5 }, newTenant)
  const sealing = Array.from({ length: 60 }, async (_, index) => {
    const tenantId = tenants[index % tenants.length] ?? newTenant()
    const ctx = index % 2 ? underA : bThenA
    return { tenantId, index, ...(await sealForTenant(ctx, tenantId, String(index), 'x')) }
  })
  const rotating = [rotate(bThenA), rotate(bThenA)]
  const sealed = await Promise.all(sealing)
  await Promise.all(rotating)
  await rotate(bThenA)
  const onlyB = workerWith('b')
  for (const one of sealed) {
    expect((await openForTenant(onlyB, one.tenantId, one.sealed, 'x')).toString()).toBe(String(one.index))
  }
})

test('a tenant whose keys cannot be opened does not hold up the others', async () => {
  const lost = TenantId.parse('00000000-0000-4000-8000-000000000001')
  const ours = newTenant()
  await database.admin((admin) =>
    admin.query(`insert into tenant_keys (tenant_id, key_no, kek_id, wrapped) values ($1, 1, 'gone', 'x')`, [lost]),
  )
  await sealForTenant(workerWith('a'), ours, 'text', 'x')
  await rotate(workerWith('b', 'a'))
  expect(logged).toContainEqual(
    expect.objectContaining({ tenant_id: lost, msg: 'the keys of a tenant were not rotated' }),
  )
  expect((await keyRows(ours)).every(({ kek_id }) => kek_id === 'b')).toBe(true)
})

test('going back to an earlier master key counts anew for the one in between', async () => {
  const [aThenB, bThenA] = [workerWith('a', 'b'), workerWith('b', 'a')]
  await rotate(aThenB)
  await startedWith('a', 30 * 24)
  await rotate(bThenA)
  await startedWith('b', 10 * 24)
  const tenantId = newTenant()
  await sealForTenant(bThenA, tenantId, 'made under b', 'x')
  await age(tenantId, 1)

  await rotate(aThenB)
  const last = logged.at(-1)
  expect(last).toMatchObject({ master_key: 'b', msg: 'this master key is still needed' })
  expect(Date.parse(String(last?.['not_before'])), 'others may still seal with it').toBeGreaterThan(Date.now())
  expect(await keyRows(tenantId), 'who knew b does not know this one').toContainEqual({ key_no: 2, kek_id: 'a' })

  const since = await startedWith('a', 25)
  await rotate(aThenB, [new Date(since.getTime() + 3_600_000)])
  expect(logged.at(-1)).toMatchObject({ master_key: 'b', running: 1, msg: expect.stringContaining('still needed') })
  await rotate(aThenB)
  expect(logged.at(-1)).toMatchObject({ master_key: 'b', msg: expect.stringContaining('nothing is left') })
})
