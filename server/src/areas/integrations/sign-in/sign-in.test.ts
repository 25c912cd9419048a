import { randomUUID } from 'node:crypto'
import { connectTool, disconnectTool, listConnections } from '@throughline/contracts/connections'
import {
  beginSignIn,
  cancelSignIn,
  getSignIn,
  reconnectBySignIn,
  returnFromSignIn,
} from '@throughline/contracts/sign-ins'
import { expect, test } from 'vitest'
import { signIn, Visitor } from '../../../../test/api.ts'
import { foundInDatabase } from '../../../../test/found-in-database.ts'
import { answerProvider } from '../../../../test/oauth-provider.ts'
import { createSignInDesk, GOOGLE, MICROSOFT } from '../../../../test/sign-in-desk.ts'
import { verdict } from '../../../../test/verdict.ts'
import { viewerOf } from '../../../../test/viewer-of.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { VISITOR_COOKIE } from '../../../core/http/cookies.ts'
import { createKeyring } from '../../../core/keys/keyring.ts'
import { addTenantKey } from '../../../core/keys/tenant-key.ts'
import { deleteConnection } from '../connections.queries.ts'
import { resealSecrets } from '../reseal-secrets.ts'
import { allTools } from '../tools.service.ts'
import { findTokens } from './sealed-grants.queries.ts'
import { signInToolOf } from './sign-in.service.ts'
import { openTokens } from './tokens.ts'

const desk = await createSignInDesk()
const { api, worker, provider } = desk
const { ours, actors } = await createWorld(api)
const { member, manager, other_admin } = actors
const EVENTS = 'https://www.googleapis.com/auth/calendar.events'

const open = async (id: string) => {
  const row = await inTenant(worker, ours, ({ db, tenantId }) => findTokens(db, tenantId, id))
  return row?.tokens ? (await openTokens(worker, ours.tenantId, id, row.tokens)).reveal() : undefined
}

test('a person signs in, sees who it is, what was granted and that it works, and connects with it', async () => {
  const done = await desk.complete(member)
  expect(done).toMatchObject({ state: 'signed_in', account: 'ops@harborvale.test', problem: null })
  expect(done.granted).toEqual(done.asked)
  expect(done.tested).toMatchObject([
    { ok: true, text: `Signed in as ops@harborvale.test at ${new URL(provider.issuer).host}` },
    { ok: true, text: 'Refreshed the token, so it’ll work tomorrow too' },
  ])
  const connect = (sign_in?: typeof done.id) =>
    member.client(connectTool, {
      params: { toolId: done.toolId },
      query: { name: `Ops ${randomUUID()}`, ...(sign_in && { sign_in }) },
      body: {},
    })
  expect(await verdict(connect())).toBe('409 sign_in_missing')
  const { data } = await connect(done.id)
  expect(data).toMatchObject({ tool_name: GOOGLE, account: 'ops@harborvale.test', off: [], health: 'unused' })
  expect(await verdict(connect(done.id)), 'a sign-in belongs to one connection').toBe('409 sign_in_missing')

  const kept = await open(done.id)
  for (const secret of [kept?.access_token ?? '', kept?.refresh_token ?? '']) {
    expect(secret.length).toBeGreaterThan(20)
    expect(await foundInDatabase(api.database, secret)).toEqual([])
  }
  const reading = inTenant(api.ctx, ours, ({ db, tenantId }) => findTokens(db, tenantId, done.id))
  await expect(reading).rejects.toThrow('permission denied')
  await member.client(disconnectTool, { params: { connectionOrToolId: data.id } })
  // As the worker does once no call is under way.
  await inTenant(worker, ours, ({ db, tenantId }) => deleteConnection(db, tenantId, data.id))
  expect(await open(done.id), 'what ended leaves nothing').toBeUndefined()
})

test('what was not granted is said, and what needs it is off', async () => {
  const done = await desk.complete(member, GOOGLE, { grant: [EVENTS] })
  expect(done).toMatchObject({ state: 'signed_in', granted: [EVENTS] })
  const query = { name: `Partly ${randomUUID()}`, sign_in: done.id }
  const { data } = await member.client(connectTool, { params: { toolId: done.toolId }, query, body: {} })
  expect(data.off).toEqual([
    { operation: 'put_file', reason: 'Google didn’t grant “Add files to Drive”.' },
    { operation: 'add_row', reason: 'Google didn’t grant “Read and change sheets”.' },
    { operation: 'send_email', reason: 'Google didn’t grant “Send email as you”.' },
  ])
})

test('who cancels there reads the provider’s reason, and nothing is kept', async () => {
  const done = await desk.complete(member, GOOGLE, { cancel: true })
  expect(done).toMatchObject({ state: 'failed', account: null, granted: [], tested: [] })
  expect(done.problem).toBe(
    'You canceled at Google, or it didn’t allow access. It said: “The user denied the request.”',
  )
  expect(await open(done.id)).toBeUndefined()
  const query = { sign_in: done.id }
  const connecting = member.client(connectTool, { params: { toolId: done.toolId }, query, body: {} })
  expect(await verdict(connecting)).toBe('409 sign_in_missing')
})

test('a connection whose sign-in ended takes a new one', async () => {
  const first = await desk.complete(member, MICROSOFT)
  const query = { name: `Mail ${randomUUID()}`, sign_in: first.id }
  const { data } = await member.client(connectTool, { params: { toolId: first.toolId }, query, body: {} })
  await api.database.admin((admin) =>
    admin.query('update integrations set signed_out_at = now(), last_problem = $2 where id = $1', [data.id, 'Ended.']),
  )
  const shown = async () => (await member.client(listConnections)).data.find(({ id }) => id === data.id)
  expect(await shown()).toMatchObject({ health: 'needs_attention', problem: 'Ended.' })
  const second = await desk.complete(member, MICROSOFT, { email: 'new@harborvale.test' })
  const reconnect = (by: typeof member) =>
    by.client(reconnectBySignIn, { params: { connectionId: data.id }, body: { sign_in: second.id } })
  for (const other of [manager, other_admin]) expect(await verdict(reconnect(other))).toBe('404 not_found')
  expect((await reconnect(member)).data).toMatchObject({
    account: 'new@harborvale.test',
    health: 'working',
    problem: null,
  })
  const { rows } = await api.database.admin((admin) =>
    admin.query('select release_from is not null as releases from integrations where id = $1', [data.id]),
  )
  expect(rows, 'what was held is to be called').toEqual([{ releases: true }])
  expect(await open(first.id)).toBeUndefined()
})

test('a sign-in is one’s own, and can be given up', async () => {
  const done = await desk.complete(member)
  const params = { signInId: done.id }
  for (const other of [manager, other_admin]) {
    expect(await verdict(other.client(getSignIn, { params }))).toBe('404 not_found')
    expect(await verdict(other.client(cancelSignIn, { params }))).toBe('404 not_found')
    const connecting = other.client(connectTool, {
      params: { toolId: done.toolId },
      query: { sign_in: done.id },
      body: {},
    })
    expect(await verdict(connecting)).toBe('409 sign_in_missing')
  }
  await member.client(cancelSignIn, { params })
  expect(await open(done.id)).toBeUndefined()
})

test('what nobody connected with is swept after an hour', async () => {
  const done = await desk.complete(member)
  await api.database.admin((admin) =>
    admin.query(`update oauth_grants set begun_at = now() - interval '61 minutes' where id = $1`, [done.id]),
  )
  await worker.pools.tenant.query('select auth.sweep_sign_ins(1000)')
  expect(await open(done.id)).toBeUndefined()
})

test('tokens are sealed anew with a newer key', async () => {
  const done = await desk.complete(member)
  const before = await open(done.id)
  await inTenant(worker, ours, (tx) => addTenantKey(worker, tx, 2))
  const fresh = { ...worker, keyring: createKeyring(worker.config) }
  while ((await resealSecrets(fresh, ours, 2)) > 0);
  expect(await open(done.id)).toEqual(before)
})

test('only what the tool offers can be asked for, and unregistered installations say what to do', async () => {
  const tool = await desk.toolOf(member, GOOGLE)
  const ask = (scopes: string[]) => member.client(beginSignIn, { params: { toolId: tool.id }, body: { scopes } })
  expect(await verdict(ask(['https://www.googleapis.com/auth/drive']))).toBe('422 invalid_request')
  expect(await verdict(ask([]))).toMatch(/^422 /)
  const { GOOGLE_TOOLS_CLIENT_ID: _id, ...config } = api.ctx.config
  const plain = { ...api.ctx, config }
  const { data } = await allTools(plain, await viewerOf(api.ctx, member.user.id))
  expect(data.find(({ name }) => name === GOOGLE)?.sign_in?.missing).toBe(
    'The person who runs this server has to register it with Google first, and set GOOGLE_TOOLS_CLIENT_ID and GOOGLE_TOOLS_CLIENT_SECRET.',
  )
  expect(() => signInToolOf(plain, tool.id)).toThrow('Google isn’t set up on this server.')
})

test('the address of the provider asks for exactly one way back, with a proof that only we can give', async () => {
  const { url } = await desk.begin(member)
  const { searchParams } = new URL(url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    redirect_uri: `${api.ctx.config.APP_ORIGIN}/integrations/sign-in`,
    response_type: 'code',
    code_challenge_method: 'S256',
    access_type: 'offline',
  })
  expect(searchParams.get('state')?.length).toBeGreaterThanOrEqual(43)
})

/** Ways in which an answer can be somebody else's, made up, or late. Each alone and each pair must be refused. */
const session = await signIn(api, member.user.username)
function inOtherBrowser() {
  const visitor = new Visitor(api.app, api.ctx.config.APP_ORIGIN)
  for (const [name, value] of member.visitor.cookies) visitor.cookies.set(name, value)
  visitor.cookies.set(VISITOR_COOKIE, 'another browser')
  return { client: visitor.client() }
}

type Returned = ReturnType<typeof desk.parametersOf>
interface Attempt {
  by: Pick<typeof member, 'client'>
  body: Returned
  /** A sign-in of a colleague, at the same stage. */
  other: Returned
  id: string
}
type Deviation = { of: string; name: string; apply: (attempt: Attempt) => Promise<void> | void }

const DEVIATIONS: Deviation[] = [
  { of: 'person', name: 'a colleague', apply: (one) => void (one.by = manager) },
  { of: 'person', name: 'somebody of another workspace', apply: (one) => void (one.by = other_admin) },
  { of: 'person', name: 'the same person in another session', apply: (one) => void (one.by = session) },
  { of: 'person', name: 'the same session in another browser', apply: (one) => void (one.by = inOtherBrowser()) },
  { of: 'state', name: 'a made-up state', apply: (one) => void (one.body.state = randomUUID().repeat(2)) },
  { of: 'state', name: 'the state of a colleague’s sign-in', apply: (one) => void (one.body.state = one.other.state) },
  {
    of: 'state',
    name: 'a state that was used before',
    apply: async (one) => {
      const cancelled = { state: one.body.state, error: 'access_denied' }
      await member.client(returnFromSignIn, { body: cancelled })
    },
  },
  {
    of: 'time',
    name: 'after ten minutes',
    apply: async ({ id }) => {
      await api.database.admin((admin) =>
        admin.query(`update oauth_grants set begun_at = now() - interval '601 seconds' where id = $1`, [id]),
      )
    },
  },
  { of: 'code', name: 'a made-up code', apply: (one) => void (one.body.code = 'made-up') },
  { of: 'code', name: 'the code of a colleague’s sign-in', apply: (one) => void (one.body.code = one.other.code) },
  { of: 'issuer', name: 'another issuer', apply: (one) => void (one.body.iss = 'https://evil.example') },
  { of: 'issuer', name: 'no issuer', apply: (one) => void delete one.body.iss },
]
const pairs = DEVIATIONS.flatMap((first, n) =>
  DEVIATIONS.slice(n + 1)
    .filter(({ of }) => of !== first.of)
    .map((second) => [first, second]),
)
const matrix = [...DEVIATIONS.map((one) => [one]), ...pairs].map(
  (all) => [all.map(({ name }) => name).join(', with '), all] as const,
)

const answered = async (by: typeof member) => {
  const begun = await desk.begin(by)
  const back = await answerProvider(begun.url, { email: 'ops@harborvale.test' })
  return { id: begun.id, body: desk.parametersOf(back) }
}

test.each(matrix)('refused: %s', async (_name, deviations) => {
  const [{ id, body }, other] = await Promise.all([answered(member), answered(manager)])
  const attempt: Attempt = { by: member, body, other: other.body, id }
  for (const { apply } of deviations) await apply(attempt)
  await verdict(attempt.by.client(returnFromSignIn, { body: attempt.body }))
  for (const [by, one] of [
    [member, id],
    [manager, other.id],
  ] as const) {
    await desk.work(one)
    expect(await open(one)).toBeUndefined()
    const { data } = await by.client(getSignIn, { params: { signInId: one } })
    expect(data.state).not.toBe('signed_in')
    expect(data).toMatchObject({ account: null, granted: [] })
  }
})
