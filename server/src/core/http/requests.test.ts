import { getCsrf, getMe, joinOrganization, logout } from '@throughline/contracts/auth'
import { fillPath } from '@throughline/contracts/endpoint'
import { getOrganization, leaveOrganization } from '@throughline/contracts/org'
import { addTeam, listTeams } from '@throughline/contracts/org-teams'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sharedApi, signIn, Visitor } from '../../../test/api.ts'
import { makeTenant } from '../../../test/factories.ts'
import { makeSomeone } from '../../../test/someone.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld, type World } from '../../../test/world.ts'

const api = await sharedApi()
const origin = api.ctx.config.APP_ORIGIN
let world: World
let teams = ''

beforeAll(async () => {
  world = await createWorld(api)
  teams = fillPath(addTeam.path, { orgId: world.ours.tenantId })
})

const Answer = z.object({
  code: z.optional(z.string()),
  errors_left_out: z.optional(z.number()),
  errors: z._default(z.array(z.object({ path: z.string(), message: z.string() })), []),
})

interface Sent {
  as?: Visitor
  path?: string
  headers?: Record<string, string | undefined>
  body?: string
}

let names = 0
const newTeam = (more = {}) => JSON.stringify({ name: `Team ${++names}`, ...more })

async function csrfOf(visitor: Visitor): Promise<string> {
  return (await visitor.client()(getCsrf)).csrfToken
}

/** A call to add a team that is right in everything but what is said. */
async function post({ as = world.actors.admin.visitor, path = teams, headers = {}, body = newTeam() }: Sent = {}) {
  const all = { 'content-type': 'application/json', 'x-csrftoken': await csrfOf(as), ...headers }
  const given = Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  const response = await as.fetch(origin + path, { method: 'POST', headers: given, body })
  const answer = z.parse(Answer, await response.json())
  return {
    status: response.status,
    answer,
    verdict: `${response.status} ${answer.code ?? ''}`.trim(),
  }
}

describe('a path', () => {
  test('leads to the same place with and without its last slash', async () => {
    expect((await post({ path: teams })).status).toBe(201)
    expect((await post({ path: teams.slice(0, -1) })).status).toBe(201)
  })

  test('with something that cannot be an id names nothing', async () => {
    expect((await post({ path: '/v1/org/ours/teams/' })).verdict).toBe('404 not_found')
  })
})

describe('content', () => {
  test('with unknown keys is refused and the keys are named', async () => {
    const { status, answer } = await post({ body: newTeam({ is_admin: true, tenant_id: world.theirs.tenantId }) })
    expect(status).toBe(422)
    expect(answer.errors).toEqual([
      { path: 'is_admin', message: 'Unknown field' },
      { path: 'tenant_id', message: 'Unknown field' },
    ])
  })

  test('that is wrong is refused with the path of what is wrong', async () => {
    const { status, answer } = await post({ body: JSON.stringify({ name: '', description: 7 }) })
    expect(status).toBe(422)
    expect(answer.errors.map(({ path }) => path)).toEqual(['name', 'description'])
  })

  test.each([
    ['is no JSON', '{"name": ', '400 invalid_request'],
    ['is empty', '', '400 invalid_request'],
    ['reaches for prototypes', '{"name": "x", "__proto__": {"is_admin": true}}', '400 invalid_request'],
    ['is no object', '["name"]', '422 invalid_request'],
    ['cannot be stored', '{"name": "a\\u0000b"}', '422 invalid_request'],
  ])('that %s is refused', async (_, body, expected) => {
    expect((await post({ body })).verdict).toBe(expected)
  })

  test.each([
    'text/plain',
    'text/plain; application/json',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/jsonx',
    'multipart/form-data; boundary=x',
    undefined,
  ])('as %s is not taken', async (type) => {
    for (const body of [newTeam(), '--x--\r\n'])
      expect((await post({ headers: { 'content-type': type }, body })).verdict).toBe('415 invalid_request')
  })

  test('as JSON is taken however its name is written', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
      expect((await post({ headers: { 'content-type': type } })).status).toBe(201)
  })

  test('of another kind is refused by calls that take none, too', async () => {
    const { visitor } = await signIn(api, world.actors.viewer.user.username)
    const leave = fillPath(leaveOrganization.path, { orgId: world.ours.tenantId })
    for (const type of ['multipart/form-data; boundary=x', 'text/plain'])
      expect(
        (await post({ as: visitor, path: leave, headers: { 'content-type': type }, body: '--x--\r\n' })).status,
      ).toBe(415)
  })

  test('that is quoted in a refusal is quoted without signs that steer a terminal, and not at length', async () => {
    const { status, answer } = await post({ body: newTeam({ ['\u0000\u001b[31m']: 1, ['x'.repeat(100_000)]: 1 }) })
    expect(status).toBe(422)
    expect(answer.errors.map(({ path }) => path.length)).toEqual([6, 1000])
    expect(JSON.stringify(answer)).not.toMatch(/\\u00[01]/)
  })

  test('of many mistakes is refused with the first fifty, and how many more there are', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`field_${n}`, 1]))
    const { status, answer } = await post({ body: newTeam(unknown) })
    expect(status).toBe(422)
    expect(answer.errors).toHaveLength(50)
    expect(answer.errors_left_out).toBe(1950)
  })

  test('beyond a megabyte is not read', async () => {
    expect((await post({ body: newTeam({ description: 'x'.repeat(1_100_000) }) })).verdict).toBe('413 invalid_request')
  })
})

describe('a change is made by the application’s own pages alone', () => {
  test('pages of this host may', async () => {
    expect((await post({ headers: { origin, 'sec-fetch-site': 'same-origin' } })).status).toBe(201)
  })

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://admin.localhost:8080' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('not others: %o', async (headers) => {
    expect((await post({ headers })).verdict).toBe('403 foreign_origin')
  })

  test('not without a token, nor with a broken one, nor with another session’s', async () => {
    const own = await csrfOf(world.actors.admin.visitor)
    const tokens = [undefined, '', 'x', '.', `${own}x`, own.slice(0, -1), await csrfOf(world.actors.owner.visitor)]
    for (const token of tokens) {
      expect((await post({ headers: { 'x-csrftoken': token } })).verdict, token ?? 'none').toBe('403 csrf_failed')
    }
  })

  test('not with a token from before signing in', async () => {
    const visitor = new Visitor(api.app, origin)
    const before = await csrfOf(visitor)
    for (const [name, value] of world.actors.admin.visitor.cookies) visitor.cookies.set(name, value)
    expect((await post({ as: visitor, headers: { 'x-csrftoken': before } })).verdict).toBe('403 csrf_failed')
  })

  test('the client gets itself a new token and goes on', async () => {
    const { client, visitor } = await signIn(api, world.actors.admin.user.username)
    const params = { orgId: world.ours.tenantId }
    await client(addTeam, { params, body: { name: 'Before' } })
    const again = await signIn(api, world.actors.admin.user.username)
    for (const [name, value] of again.visitor.cookies) visitor.cookies.set(name, value)
    expect(await client(addTeam, { params, body: { name: 'After' } })).toMatchObject({ name: 'After' })
  })
})

describe('a session', () => {
  test('of one host says nothing on another', async () => {
    const elsewhere = new Visitor(api.app, api.ctx.config.ADMIN_ORIGIN)
    for (const [name, value] of world.actors.admin.visitor.cookies) elsewhere.cookies.set(name, value)
    expect(await verdict(elsewhere.client()(getMe))).toBe('401 not_signed_in')
  })

  test('that has ended says nothing any more', async () => {
    const { client, visitor } = await signIn(api, world.actors.member.user.username)
    const cookies = [...visitor.cookies]
    await client(logout)
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    expect(await verdict(client(getMe))).toBe('401 not_signed_in')
  })
})

describe('a lapsed subscription', () => {
  test.each(["status = 'lapsed'", 'ends_at = now()'])('(%s) closes changes and leaves reading open', async (change) => {
    const { client } = world.actors.admin
    const params = { orgId: world.ours.tenantId }
    await api.database.admin((admin) =>
      admin.query(`update subscriptions set ${change} where tenant_id = $1`, [params.orgId]),
    )
    try {
      expect(await verdict(client(addTeam, { params, body: { name: 'Unpaid' } }))).toBe('403 subscription_required')
      expect(await verdict(client(listTeams, { params, query: {} }))).toBe('accepted')
      expect((await client(getMe)).subscription_active).toBe(false)
    } finally {
      await api.database.admin((admin) =>
        admin.query(`update subscriptions set status = 'active', ends_at = null where tenant_id = $1`, [params.orgId]),
      )
    }
  })
})

describe('a person who waits for approval', () => {
  test('signs in to nothing but what says so', async () => {
    const { personId, username } = await makeSomeone(api.ctx, { approved: false })
    const { tenantId } = await makeTenant(api.ctx, personId, 'organization', 'Waiting')
    const { client } = await signIn(api, username)
    const params = { orgId: tenantId }
    expect((await client(getMe)).is_approved).toBe(false)
    expect(await verdict(client(getOrganization, { params }))).toBe('403 approval_pending')
    expect(await verdict(client(addTeam, { params, body: { name: 'Early' } }))).toBe('403 approval_pending')
    expect(await verdict(client(joinOrganization, { body: { verification_string: 'x' } }))).toBe(
      '422 invalid_verification',
    )
    expect(await verdict(client(logout))).toBe('accepted')
  })
})
