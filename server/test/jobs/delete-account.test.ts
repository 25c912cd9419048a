import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uploadPhoto } from '@throughline/contracts/profile'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import {
  createDeleteAccountActivities,
  type PlannedAccount,
} from '../../src/areas/profile/delete-account.activities.ts'
import { tenantKey } from '../../src/core/keys/tenant-key.ts'
import { createStorage } from '../../src/core/storage/storage.ts'
import { createTemporal } from '../../src/core/temporal/client.ts'
import { createWorkerRunner } from '../../src/core/temporal/run-worker.ts'
import { createTestApi, signIn } from '../api.ts'
import { eventually } from '../eventually.ts'
import { makeMember, makeTenant } from '../factories.ts'
import { picture } from '../picture.ts'
import { ENGINE_AWAY, queuedMails } from '../queued-mails.ts'
import { turnOnTwoFactors } from '../second-factor.ts'
import { makeSomeone } from '../someone.ts'

const api = await createTestApi(ENGINE_AWAY)
const { database } = api
const { keyring } = api.ctx
const config = { ...api.ctx.config, TEMPORAL_ADDRESS: process.env.TEMPORAL_ADDRESS ?? '' }
const ctx = { ...api.ctx, config }
const temporal = createTemporal(config, keyring)
const storage = createStorage(config)
const { eraseAccount } = createDeleteAccountActivities(ctx, storage)
/** Whose deletion is reported as failed although it was done. */
const forgotten = new Set<string>()
const runner = createWorkerRunner({
  config,
  keyring,
  log: pino({ level: 'silent' }),
  code: { module: join(import.meta.dirname, '../../src/main/workflows.ts') },
  activities: {
    eraseAccount: async (planned: PlannedAccount) => {
      await eraseAccount(planned)
      if (forgotten.delete(planned.personId)) throw new Error('the worker died before it could say so')
    },
  },
})
runner.run()
await eventually(() => expect(runner.running()).toBe(true), 60_000)

afterAll(async () => {
  await runner.stop()
  storage.close()
  await temporal.close()
  await api.close()
})

/** As the call plans it, but for the 30 days. */
async function planned(personId: string, seconds: number) {
  const { rows } = await database.admin((admin) =>
    admin.query<{ deletes_at: Date }>(
      `update people set deletes_at = date_trunc('milliseconds', now() + make_interval(secs => $2)) where id = $1
       returning deletes_at`,
      [personId, seconds],
    ),
  )
  const at = rows[0]?.deletes_at ?? new Date()
  const workflowId = `account-deletion:${personId}:${at.getTime()}`
  const args: [object] = [{ personId, at: at.toISOString() }]
  await temporal.client.workflow.start('deleteAccount', { workflowId, taskQueue: config.TEMPORAL_TASK_QUEUE, args })
  return { handle: temporal.client.workflow.getHandle(workflowId), at }
}

const look = async (personId: string) => {
  const { rows } = await database.admin((admin) => admin.query('select * from people where id = $1', [personId]))
  return rows[0]
}

const farewells = async (email: string) =>
  (await queuedMails(api, email)).filter(({ kind }) => kind === 'account_deleted')

test('on the day, and not before, everything that says who it was goes', async () => {
  const someone = await makeSomeone(ctx)
  const session = await signIn(api, someone.username)
  const { tenant_id: tenantId } = session.user
  const firm = await makeTenant(ctx, (await makeSomeone(ctx)).personId, 'organization', 'Firm')
  const memberId = await makeMember(ctx, firm, { ...someone, name: 'Some One', role: 'member' })
  await database.admin((admin) => admin.query(`update members set status = 'removed' where id = $1`, [memberId]))
  await turnOnTwoFactors(session.client)
  const params = { userId: session.user.id }
  await session.client(uploadPhoto, { params }, { form: picture('photo') })
  const { photo } = await look(someone.personId)
  expect(await storage.exists(photo)).toBe(true)
  await tenantKey(ctx, tenantId)
  forgotten.add(someone.personId)

  const { handle, at } = await planned(someone.personId, 4)
  await sleep(2_000)
  expect(await look(someone.personId)).toMatchObject({ username: someone.username, deleted_at: null })
  await handle.result()

  expect(Date.now()).toBeGreaterThan(at.getTime())
  expect(await look(someone.personId)).toMatchObject({
    username: `deleted-${someone.personId}`,
    email: `${someone.personId}@deleted.invalid`,
    name: '',
    photo: null,
    password_hash: null,
    google_sub: null,
    deletes_at: null,
    deleted_at: expect.any(Date),
  })
  const left = await database.admin((admin) =>
    admin.query(
      `select (select count(*)::int from person_secrets where person_id = $1) as secrets,
        (select count(*)::int from recovery_codes where person_id = $1) as codes,
        (select count(*)::int from known_devices where person_id = $1) as devices,
        (select count(*)::int from person_tenants where person_id = $1) as places,
        (select count(*)::int from auth_idempotency where actor = $1::uuid::text) as answers,
        (select count(*)::int from sessions where person_id = $1 and (revoked_at is null or device <> '' or address <> '')) as sessions,
        (select status from tenants where id = $2) as status,
        (select count(*)::int from tenant_keys where tenant_id = $2) as keys,
        (select array_agg(distinct name || ' ' || status) from members where tenant_id = $2 or id = $3) as members,
        (select count(*)::int from members where email like $4 || '%') as addresses`,
      [someone.personId, tenantId, memberId, someone.username],
    ),
  )
  expect(left.rows).toEqual([
    {
      secrets: 0,
      codes: 0,
      devices: 0,
      places: 0,
      answers: 0,
      sessions: 0,
      status: 'closed',
      keys: 0,
      members: ['Deleted account removed'],
      addresses: 0,
    },
  ])
  expect(await storage.exists(photo)).toBe(false)
  expect(await farewells(someone.email), 'once, though it was tried twice').toHaveLength(1)
  await makeSomeone(ctx, { username: someone.username, email: someone.email })
}, 60_000)

test('whoever changed their mind, or asked again later, is not touched by the old plan', async () => {
  const [kept, again] = [await makeSomeone(ctx), await makeSomeone(ctx)]
  const [first, second] = [await planned(kept.personId, 2), await planned(again.personId, 2)]
  await database.admin((admin) =>
    admin.query(
      `update people set deletes_at = case when id = $1 then null else now() + interval '30 days' end where id = any ($2)`,
      [kept.personId, [kept.personId, again.personId]],
    ),
  )
  await Promise.all([first.handle.result(), second.handle.result()])
  expect(await look(kept.personId)).toMatchObject({ username: kept.username, deleted_at: null })
  expect(await look(again.personId)).toMatchObject({ username: again.username, deleted_at: null })
  expect([...(await farewells(kept.email)), ...(await farewells(again.email))]).toEqual([])
}, 30_000)

test('whoever has joined an organisation in the meantime stays', async () => {
  const someone = await makeSomeone(ctx)
  const { handle } = await planned(someone.personId, 2)
  const firm = await makeTenant(ctx, (await makeSomeone(ctx)).personId, 'organization', 'Firm')
  await makeMember(ctx, firm, { ...someone, name: 'Some One', role: 'member' })
  await handle.result()
  expect(await look(someone.personId)).toMatchObject({ username: someone.username, deletes_at: null, deleted_at: null })
  expect(await farewells(someone.email)).toEqual([])
}, 30_000)

test('planned in the past, it happens at once', async () => {
  const someone = await makeSomeone(ctx)
  const { handle } = await planned(someone.personId, -5)
  await handle.result()
  expect(await look(someone.personId)).toMatchObject({ deleted_at: expect.any(Date) })
  expect(await farewells(someone.email)).toHaveLength(1)
}, 30_000)

test('whoever joins or founds an organisation while the deed is being done stays', async () => {
  const { rows } = await database.admin((admin) =>
    admin.query<{ now: Date }>(`select date_trunc('milliseconds', now()) as now`),
  )
  const at = rows[0]?.now ?? new Date()
  const [founder, joiner] = [await makeSomeone(ctx), await makeSomeone(ctx)]
  await signIn(api, founder.username)
  const firm = await makeTenant(ctx, (await makeSomeone(ctx)).personId, 'organization', 'Firm')
  const seat = await makeMember(ctx, firm, { ...(await makeSomeone(ctx)), name: 'Some One', role: 'member' })
  const people = [founder.personId, joiner.personId]
  await database.admin(async (admin) => {
    await admin.query('update people set deletes_at = $1 where id = any ($2)', [at, people])
    await admin.query(`update members set person_id = null, status = 'invited', email = $2 where id = $1`, [
      seat,
      joiner.email,
    ])
    await admin.query('begin')
    await admin.query('select auth.accept_invitation($1, $2, $3)', [firm.tenantId, seat, joiner.personId])
    await admin.query(
      `update tenants set kind = 'organization' where id = (select tenant_id from person_tenants where person_id = $1)`,
      [founder.personId],
    )
    const deeds = people.map((personId) => eraseAccount({ personId, at: at.toISOString() }))
    await sleep(500)
    await admin.query('commit')
    await Promise.all(deeds)
  })
  for (const { personId } of [founder, joiner]) expect(await look(personId)).toMatchObject({ deleted_at: null })
})
