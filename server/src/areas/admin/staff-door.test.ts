import { randomUUID } from 'node:crypto'
import { getCsrf, getMe, logout } from '@throughline/contracts/auth'
import { type EndpointShape, fillPath } from '@throughline/contracts/endpoint'
import { sendFeedback } from '@throughline/contracts/feedback'
import { uploadOrgIcon } from '@throughline/contracts/org'
import { describe, expect, test } from 'vitest'
import { sharedApi, Visitor } from '../../../test/api.ts'
import { keyOf, type Sample } from '../../../test/endpoint-samples.ts'
import { picture } from '../../../test/picture.ts'
import { makeSomeone, uniqueAddress } from '../../../test/someone.ts'
import { makeInternal, makeStaff, signInThere } from '../../../test/staff/make-staff.ts'
import { staffSamples } from '../../../test/staff/staff-samples.ts'
import { verdict } from '../../../test/verdict.ts'
import { createWorld } from '../../../test/world.ts'
import { ENDPOINTS } from '../../main/endpoints.ts'

const api = await sharedApi()
const { ctx, database } = api
const world = await createWorld(api)
const { config } = ctx
const STAFF_CALLS = ENDPOINTS.filter(({ access }) => access === 'staff')

const logo = await world.actors.admin.client(
  uploadOrgIcon,
  { params: { orgId: world.ours.tenantId } },
  { form: picture('org_icon') },
)

const staff = await makeStaff(api)
const ended = await makeStaff(api)
const endedCookies = new Map(ended.visitor.cookies)
await ended.client(logout)
ended.visitor.cookies.clear()
for (const [name, value] of endedCookies) ended.visitor.cookies.set(name, value)

const unapproved = await makeStaff(api)
await database.admin((admin) =>
  admin.query('update people set is_approved = false where id = $1', [unapproved.personId]),
)

const elsewhere = new Visitor(api.app, config.APP_ORIGIN)
for (const [name, value] of staff.visitor.cookies) elsewhere.cookies.set(name, value)

const ACTORS = {
  nobody: { visitor: new Visitor(api.app, config.ADMIN_ORIGIN), expected: '401 not_signed_in' },
  'a member': { ...(await signInThere(api, world.actors.member.user.username)), expected: '403 forbidden' },
  'an owner': { ...(await signInThere(api, world.actors.owner.user.username)), expected: '403 forbidden' },
  'staff without a second factor': { ...(await makeInternal(api)), expected: '403 two_factors_required' },
  'staff whose approval was taken away': { visitor: unapproved.visitor, expected: '403 forbidden' },
  'staff on the application’s host': { visitor: elsewhere, expected: '404 not_found' },
  'staff with an ended session': { visitor: ended.visitor, expected: '401 not_signed_in' },
}

async function call({ visitor }: { visitor: Visitor }, endpoint: EndpointShape, { params, body }: Sample) {
  const headers: Record<string, string> = {}
  if (endpoint.method !== 'GET') {
    const csrf = await visitor.client()(getCsrf)
    headers['x-csrftoken'] = csrf.csrfToken
  }
  if (body) headers['content-type'] = 'application/json'
  const response = await visitor.fetch(visitor.origin + fillPath(endpoint.path, params), {
    method: endpoint.method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return `${response.status}${response.status < 400 ? '' : ` ${JSON.parse(text).code}`}`
}

const idOf = async (query: string, values: unknown[] = []) => {
  const found = await database.admin((admin) => admin.query<{ id: string }>(query, values))
  return found.rows[0]?.id ?? ''
}

/** Like the sample, of what is there. */
async function realOf(endpoint: EndpointShape): Promise<Sample> {
  const sample = (await staffSamples[keyOf(endpoint)]?.()) ?? {}
  const regId = await idOf(`insert into waitlist (email, type) values ($1, 'waitlist') returning reg_id as id`, [
    uniqueAddress('waits'),
  ])
  await world.actors.viewer.client(sendFeedback, { body: {} })
  const feedbackId = await idOf('select id from feedback order by id desc limit 1')
  const user = { ...sample.body, user_id: (await makeSomeone(ctx)).personId }
  const version = logo.logo_url.slice(-8)
  const params = { orgId: world.ours.tenantId, version, feedbackId, regId }
  const body = sample.body && {
    ...sample.body,
    ...('user_id' in sample.body && user),
    ...('reg_id' in sample.body && { reg_id: regId }),
  }
  return { params, ...(body && { body }) }
}

describe(`${STAFF_CALLS.length} calls of staff`, () => {
  test.each(STAFF_CALLS.map((endpoint) => ({ name: keyOf(endpoint), endpoint })))(
    '$name is for staff with two factors on the admin host, and nobody else',
    async ({ endpoint }) => {
      const sample = await realOf(endpoint)
      for (const [actor, { expected, ...who }] of Object.entries(ACTORS))
        expect(await call(who, endpoint, sample), actor).toBe(expected)
      expect(await call(staff, endpoint, sample)).toBe('200')
    },
  )

  test('exist on no other host', async () => {
    for (const origin of [config.APP_ORIGIN, config.WWW_ORIGIN, config.USERCONTENT_ORIGIN])
      for (const endpoint of STAFF_CALLS.filter(({ method }) => method === 'GET')) {
        const sample = (await staffSamples[keyOf(endpoint)]?.()) ?? {}
        expect(await call({ visitor: new Visitor(api.app, origin) }, endpoint, sample), origin).toBe('404 not_found')
      }
  })
})

test('a session of the admin host is worth nothing on another', async () => {
  expect(await verdict(elsewhere.client()(getMe))).toBe('401 not_signed_in')
})

test('a session of the admin host ends after half an hour without work, another after a week', async () => {
  const restOf = async (personId: string) => {
    const found = await database.admin((admin) =>
      admin.query<{ minutes: number }>(
        `select round(extract(epoch from idle_end - last_seen_at) / 60)::int as minutes from sessions
         where person_id = $1 and revoked_at is null`,
        [personId],
      ),
    )
    return found.rows.map(({ minutes }) => minutes)
  }
  const { client, personId } = await makeInternal(api)
  expect(await restOf(personId)).toEqual([30])
  const lookedAt = (sql: string) => database.admin((admin) => admin.query(sql, [personId]))
  await lookedAt(`update sessions set last_seen_at = now() - interval '2 minutes', idle_end = now() + interval '28 minutes'
    where person_id = $1`)
  await client(getMe)
  expect(await restOf(personId)).toEqual([30])
  await lookedAt(`update sessions set last_seen_at = now() - interval '31 minutes', idle_end = now() - interval '1 minute'
    where person_id = $1`)
  expect(await verdict(client(getMe))).toBe('401 not_signed_in')
  expect(await restOf(world.actors.viewer.user.id)).toEqual([7 * 24 * 60])
})

test('an id that nobody has is not found', async () => {
  const named = STAFF_CALLS.filter(({ path }) => path.includes(':'))
  for (const endpoint of named) {
    const sample = (await staffSamples[keyOf(endpoint)]?.()) ?? {}
    expect(await call(staff, endpoint, sample), randomUUID()).toBe('404 not_found')
  }
})
