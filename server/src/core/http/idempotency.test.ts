import { randomUUID } from 'node:crypto'
import { registerEmail, signup } from '@throughline/contracts/auth'
import { type CallOptions, type Client } from '@throughline/contracts/client'
import { addTeam, listTeams, removeTeam, type Team } from '@throughline/contracts/org-teams'
import { afterAll, describe, expect, test } from 'vitest'
import { signIn, startApi, Visitor } from '../../../test/api.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { makePerson, makeTenant } from '../../../test/factories.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { verdict } from '../../../test/verdict.ts'

const MUTATIONS = 200
const COPIES = 5
const AT_ONCE = 10

const database = await createTestDatabase()
// One person sends more here than one person may.
const settings = { ...ENGINE_AWAY, SHARED_LIMITS_FACTOR: '10' }
const processes = await Promise.all([startApi(database, settings), startApi(database, settings)])
const [one] = processes
const ownerId = await makePerson(one.ctx, { username: 'owner', name: 'Owner' })
const { tenantId } = await makeTenant(one.ctx, ownerId, 'organization', 'Ours')
/** One person in five browsers, some at one process and some at the other. */
const clients = await Promise.all(
  Array.from({ length: COPIES }, async (_, copy) => (await signIn(processes[copy % 2] ?? one, 'owner')).client),
)
const client = clients[0] ?? expect.fail()

afterAll(async () => {
  for (const api of processes) await api.close()
  await database.drop()
})

const add = (by: Client, name: string, options: CallOptions) =>
  by(addTeam, { params: { orgId: tenantId }, body: { name } }, options)

const effects = () =>
  database.admin(async (admin) => {
    const counted = ['teams', 'events', `audit_pending where act = 'team.added'`].map(
      (what) => `(select count(*)::int from ${what})`,
    )
    return (await admin.query<number[]>({ text: `select ${counted.join()}`, rowMode: 'array' })).rows[0]
  })

describe('a change sent again with its key', () => {
  test(`happens once: ${MUTATIONS} changes, each ${COPIES} times at once to two processes`, async () => {
    const names = Array.from({ length: MUTATIONS }, (_, number) => `Team ${number}`)
    const answers = new Map<string, Team[]>()
    const lane = async () => {
      for (let name = names.pop(); name; name = names.pop()) {
        const [team, idempotencyKey] = [name, randomUUID()]
        answers.set(name, await Promise.all(clients.map((by) => add(by, team, { idempotencyKey }))))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    expect(await effects()).toEqual([MUTATIONS, MUTATIONS, MUTATIONS])
    expect(answers.size).toBe(MUTATIONS)
    for (const [name, [first, ...others]] of answers) {
      expect(first?.name).toBe(name)
      for (const other of others) expect(other).toEqual(first)
    }
  }, 60_000)

  test('is refused when it is another change', async () => {
    const key = { idempotencyKey: randomUUID() }
    const team = await add(client, 'First', key)
    expect(await verdict(add(client, 'Second', key))).toBe('422 idempotency_key_reused')
    expect(await verdict(client(removeTeam, { params: { orgId: tenantId, teamId: team.id } }, key))).toBe(
      '422 idempotency_key_reused',
    )
    expect(await verdict(add(client, 'First', key))).toBe('accepted')
  })

  test('may be tried again after a refusal', async () => {
    const taken = await add(client, 'Wanted', {})
    const key = { idempotencyKey: randomUUID() }
    expect(await verdict(add(client, 'Wanted', key))).toBe('409 name_taken')
    await client(removeTeam, { params: { orgId: tenantId, teamId: taken.id } })
    const made = await add(client, 'Wanted', key)
    expect(await add(client, 'Wanted', key)).toEqual(made)
  })

  test('is another one when another person sends it', async () => {
    const strangerId = await makePerson(one.ctx, { username: 'stranger', name: 'Stranger' })
    const elsewhere = await makeTenant(one.ctx, strangerId, 'organization', 'Theirs')
    const stranger = (await signIn(one, 'stranger')).client
    const key = { idempotencyKey: randomUUID() }
    await add(client, 'Same key', key)
    const body = { name: 'Same key' }
    const theirs = await stranger(addTeam, { params: { orgId: elsewhere.tenantId }, body }, key)
    expect(
      (await stranger(listTeams, { params: { orgId: elsewhere.tenantId }, query: {} })).map(({ id }) => id),
    ).toEqual([theirs.id])
  })

  test('has a key of bounded length', async () => {
    expect(await verdict(add(client, 'Long key', { idempotencyKey: 'k'.repeat(201) }))).toBe('422 invalid_request')
  })
})

describe('a call that is open to everyone', () => {
  test('is remembered where its effect is, also when it is a member who calls', async () => {
    const key = { idempotencyKey: randomUUID() }
    const body = { email: 'somebody@example.test' }
    for (let turn = 0; turn < 2; turn++) await client(registerEmail, { body }, key)
    const found = await database.admin((admin) =>
      admin.query(
        `select (select count(*)::int from auth_idempotency where key = $1) as directory,
           (select count(*)::int from idempotency_keys where key = $1) as tenant,
           (select count(*)::int from outbox where payload ->> 'workflow' = 'sendLink') as mails`,
        [key.idempotencyKey],
      ),
    )
    expect(found.rows).toEqual([{ directory: 1, tenant: 0, mails: 1 }])
  })
})

test('asking for the headers of an answer remembers nothing', async () => {
  const { visitor } = await signIn(one, 'owner')
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { host: new URL(visitor.origin).host, cookie, 'idempotency-key': 'of a question' }
  expect((await one.app.inject({ method: 'HEAD', url: `/v1/org/${tenantId}/teams/`, headers })).statusCode).toBe(200)
  const kept = await database.admin((admin) => admin.query(`select from idempotency_keys where key = 'of a question'`))
  expect(kept.rowCount).toBe(0)
})

describe('before anyone is signed in', () => {
  test('a refused sign-up may be tried again with its key', async () => {
    const visitor = new Visitor(one.app, one.ctx.config.APP_ORIGIN).client()
    const body = {
      username: 'newcomer',
      password: 'correct horse battery',
      verification_string: 'none',
      auth_type: 'custom_individual',
    } as const
    const key = { idempotencyKey: randomUUID() }
    for (let turn = 0; turn < 2; turn++)
      expect(await verdict(visitor(signup, { body }, key))).toBe('422 invalid_verification')
  })
})
