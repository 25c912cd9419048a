import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSignInDesk } from '../../../../test/sign-in-desk.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { Secret } from '../../../core/secret.ts'
import { createFreshToken } from './fresh-token.service.ts'
import type { OauthClient, Tokens } from './oauth-client.ts'
import { keepTokens } from './sealed-grants.queries.ts'
import { signInToolOf } from './sign-in.service.ts'
import { sealTokens } from './tokens.ts'

const desk = await createSignInDesk()
const { api, worker } = desk
const { ours, actors } = await createWorld(api)
const done = await desk.complete(actors.member)
const { registration } = signInToolOf(worker, done.toolId)
const { tenantId } = ours
const of = (grantId: string) => ({ tenantId, grantId, registration })

const tokens = (more: Partial<Tokens> = {}): Tokens => ({
  access_token: randomUUID(),
  refresh_token: randomUUID(),
  endsAt: new Date(Date.now() + 3_600_000),
  lifeSeconds: 3600,
  ...more,
})

/** Another sign-in, whose token is good for two minutes and so is due. */
async function dueGrant(old = tokens({ endsAt: new Date(Date.now() + 120_000) })): Promise<string> {
  const id = randomUUID()
  await api.database.admin((admin) =>
    admin.query(
      `insert into oauth_grants (tenant_id, id, tool_id, member_id, session_id, state_hash, asked, state, key_no)
       select tenant_id, $2, tool_id, member_id, session_id, $3, asked, state, key_no from oauth_grants where id = $1`,
      [done.id, id, randomBytes(32)],
    ),
  )
  const sealed = await sealTokens(worker, tenantId, id, old)
  await inTenant(worker, ours, ({ db }) => keepTokens(db, tenantId, id, sealed))
  return id
}

const freshBy = (refresh: OauthClient['refresh']) => createFreshToken(worker, { ...desk.oauth, refresh })

/** As when the database goes away between the provider's answer and the commit. */
const cutTransactions = () =>
  api.database.admin((admin) =>
    admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`,
    ),
  )

/** As when the connection goes away after the database has committed, and before it says so. */
function loseCommitAnswer<T>(client: pg.PoolClient, given: T): T {
  const query = client.query.bind(client)
  Object.assign(client, {
    query: async (text: string, values?: unknown[]) => {
      const answer = await query(text, values)
      if (text !== 'COMMIT') return answer
      Reflect.deleteProperty(client, 'query')
      throw new Error('the connection went away')
    },
  })
  return given
}

test('what a provider gave is committed again where the first commit failed, and asked for once', async () => {
  const given = tokens()
  let asked = 0
  const fresh = freshBy(async () => {
    asked++
    await cutTransactions()
    return given
  })
  const grant = await dueGrant()
  const got = await fresh.get(of(grant))
  expect('token' in got && got.token.reveal()).toBe(given.access_token)
  const again = await freshBy(async () => expect.unreachable()).get(of(grant))
  expect('token' in again && again.token.reveal(), 'it is stored').toBe(given.access_token)
  expect(asked).toBe(1)
})

test('what was committed, although nobody heard of that, is not held any longer', async () => {
  const given = tokens()
  let client: pg.PoolClient | undefined
  const note = (acquired: pg.PoolClient) => {
    client = acquired
  }
  worker.pools.tenant.on('acquire', note)
  onTestFinished(() => void worker.pools.tenant.off('acquire', note))
  let asked = 0
  const fresh = freshBy(async () => {
    asked++
    if (asked === 1 && client) return loseCommitAnswer(client, given)
    await cutTransactions()
    throw new Error('away')
  })
  const grant = await dueGrant()
  const got = await fresh.get(of(grant))
  expect('token' in got && got.token.reveal()).toBe(given.access_token)
  // Nothing is held that could be committed again: the failure is said at once.
  await expect(fresh.renew(of(grant))).rejects.toThrow()
  expect(asked).toBe(2)
})

test('four are renewed at a time', async () => {
  let [now, most] = [0, 0]
  const four = Promise.withResolvers<void>()
  const fresh = freshBy(async () => {
    most = Math.max(most, ++now)
    if (now === 4) four.resolve()
    // Until four are under way together, and long enough for a fifth to come.
    await Promise.race([four.promise, sleep(5_000)])
    await sleep(50)
    now--
    return tokens()
  })
  const grants = await Promise.all(Array.from({ length: 9 }, () => dueGrant()))
  const got = await Promise.all(grants.map((grant) => fresh.get(of(grant))))
  expect(got.every((one) => 'token' in one)).toBe(true)
  expect(most).toBe(4)
})

test('a provider that failed is not asked for half a minute, and good tokens are used', async () => {
  const old = tokens({ endsAt: new Date(Date.now() + 120_000) })
  const [grant, other] = [await dueGrant(old), await dueGrant()]
  let asked = 0
  const fresh = freshBy(async () => {
    asked++
    throw new Error('away')
  })
  for (const one of [grant, other, grant]) expect(await fresh.get(of(one))).toHaveProperty('token')
  const used = await fresh.get(of(grant))
  expect('token' in used && used.token.reveal()).toBe(old.access_token)
  expect(await fresh.replace(of(grant), new Secret(old.access_token))).toEqual({ away: true })
  expect(asked).toBe(1)
  const later = Date.now() + 31_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await fresh.get(of(grant))
  expect(asked).toBe(2)
  vi.restoreAllMocks()
})

test('whether a sign-in can be renewed is answered by the provider, not by the old token', async () => {
  const fresh = freshBy(() => Promise.reject(new Error('away')))
  expect(await fresh.renew(of(await dueGrant()))).toEqual({ away: true })
})
