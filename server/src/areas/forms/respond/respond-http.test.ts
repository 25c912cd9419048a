import { fillPath } from '@throughline/contracts/endpoint'
import {
  beginPublicUpload,
  beginResponse,
  cancelPublicUpload,
  completePublicUpload,
  getPublicForm,
  getPublicHeader,
  getPublicUpload,
  sendResponse,
  signPublicParts,
} from '@throughline/contracts/public-forms'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApi, signIn, startApi, Visitor } from '../../../../test/api.ts'
import { watchChanges } from '../../../../test/changes.ts'
import { makeTenant } from '../../../../test/factories.ts'
import { makeForm } from '../../../../test/forms.ts'
import { ENGINE_AWAY } from '../../../../test/queued-mails.ts'
import { createRespondent } from '../../../../test/respondent.ts'
import { makeSomeone } from '../../../../test/someone.ts'

const api = await createTestApi(ENGINE_AWAY)
const { ctx } = api
const { personId, username } = await makeSomeone(ctx)
const ours = await makeTenant(ctx, personId, 'organization', 'Ours')
const formId = await makeForm(ctx, ours)
const origin = ctx.config.APP_ORIGIN
afterAll(() => api.close())

const ACME = { 'txt-1': 'Acme' }
const begin = fillPath(beginResponse.path, { formId })
const submissions = fillPath(sendResponse.path, { formId })

/** Without the origin that a browser would say, unless it is said here. */
async function inject(path: string, headers: Record<string, string>, payload: string | Buffer = '{}') {
  const { host } = new URL(origin)
  const { statusCode, headers: answered } = await api.app.inject({
    method: 'POST',
    url: path,
    headers: { host, 'content-type': 'application/json', 'x-forwarded-for': '10.9.9.9', ...headers },
    payload,
  })
  return { status: statusCode, headers: answered }
}

describe('a respondent', () => {
  test('comes from our own page, as their browser says', async () => {
    const statusFor = async (headers: Record<string, string>) => (await inject(begin, headers)).status
    expect(await statusFor({ origin })).toBe(200)
    expect(await statusFor({ origin, 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await statusFor({ 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await statusFor({})).toBe(403)
    expect(await statusFor({ origin: 'null' })).toBe(403)
    expect(await statusFor({ origin: 'https://elsewhere.example' })).toBe(403)
    expect(await statusFor({ origin: ctx.config.ADMIN_ORIGIN })).toBe(403)
    expect(await statusFor({ origin, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await statusFor({ 'sec-fetch-site': 'none' })).toBe(403)
  })

  test('sends a form as a form, and data as data', async () => {
    expect((await inject(submissions, { origin }, JSON.stringify(ACME))).status).toBe(415)
    const plain = 'application/x-www-form-urlencoded'
    expect((await inject(submissions, { origin, 'content-type': plain }, 'txt-1=Acme')).status).toBe(415)
    expect((await inject(begin, { origin, 'content-type': 'multipart/form-data; boundary=x' }, '--x--')).status).toBe(
      415,
    )
    expect((await inject(begin, { origin, 'content-type': 'text/plain' })).status).toBe(415)
  })

  test('is nobody, also with a session; and no cookie is set', async () => {
    const { visitor } = await signIn(api, username)
    const before = new Map(visitor.cookies)
    const response = await visitor.fetch(origin + begin, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect([response.status, response.headers.get('set-cookie')]).toEqual([200, null])
    expect(visitor.cookies).toEqual(before)
  })

  test('changes nothing by looking, as those do who scan the links in mails', async () => {
    const closed = await makeForm(ctx, ours, { intake: { closed_at: new Date() } })
    const unpublished = await makeForm(ctx, ours, { isPublished: false })
    const uploadId = '018f0000-0000-7000-8000-000000000000'
    const calls = [beginPublicUpload, cancelPublicUpload, completePublicUpload, getPublicUpload, signPublicParts]
    const paths = [beginResponse, sendResponse, getPublicForm, getPublicHeader, ...calls].map(({ path }) => path)
    const addresses = [formId, closed, unpublished, 'nothing'].flatMap((id) => [
      ...paths.map((path) => fillPath(path, { formId: id, uploadId })),
      ...['', '/', '?txt-1=Acme&_key=x', '/thanks'].map((rest) => `/public/forms/${id}${rest}`),
    ])
    const changes = await watchChanges(api.database)
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
      for (const url of addresses) {
        const { statusCode } = await api.app.inject({ method, url, headers: { host: new URL(origin).host } })
        expect([200, 404], `${method} ${url}`).toContain(statusCode)
      }
    }
    expect(await changes.since()).toEqual([])
    await changes.close()
  })

  test('sees of a form what its page shows, and nothing of unpublished ones', async () => {
    const { client } = { client: new Visitor(api.app, origin).client() }
    const { data } = await client(getPublicForm, { params: { formId } })
    expect(data).toMatchObject({ id: formId, version: 1, organisation: 'Ours', closed: null })
    expect(data.limits).toEqual({ files: 20, megabytes: 100 })
    const hidden = await makeForm(ctx, ours, { isPublished: false })
    await expect(client(getPublicForm, { params: { formId: hidden } })).rejects.toMatchObject({ status: 404 })
  })

  test('has one host of their own where one is set, and none beside it', async () => {
    const PUBLIC_ORIGIN = 'http://forms.localhost:4999'
    const apart = await startApi(api.database, { ...ENGINE_AWAY, PUBLIC_ORIGIN })
    const statusAt = async (at: string, path = begin) => {
      const { host } = new URL(at)
      const headers = { host, origin: at, 'content-type': 'application/json' }
      return (await apart.app.inject({ method: 'POST', url: path, headers, payload: '{}' })).statusCode
    }
    expect(await statusAt(PUBLIC_ORIGIN)).toBe(200)
    expect(await statusAt(origin)).toBe(404)
    expect(await statusAt(PUBLIC_ORIGIN, '/v1/auth/logout/')).toBe(404)
    await apart.close()
  })
})

describe('more than people send', () => {
  test('waits: of one network, whichever form it sends to', async () => {
    const flood = createRespondent(api)
    const others = createRespondent(api)
    const statuses = []
    for (let n = 0; n < 122; n++)
      statuses.push((await flood.post(formId, '{}', { 'content-type': 'application/json' })).status)
    expect(statuses.slice(0, 120).every((status) => status === 415)).toBe(true)
    const refused = await flood.send(formId, { texts: ACME })
    expect(refused).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await others.send(formId, { texts: ACME })).status).toBe(201)
  })

  test('waits without Redis, too', async () => {
    const alone = await startApi(api.database, { ...ENGINE_AWAY, REDIS_URL: 'redis://127.0.0.1:1' })
    const flood = createRespondent(alone)
    let status = 0
    for (let n = 0; n < 122 && status !== 429; n++) {
      ;({ status } = await flood.post(formId, '{}', { 'content-type': 'application/json' }))
    }
    expect(status).toBe(429)
    await alone.close()
  })

  test('pages that are begun above the usual rate of a network get work to do', async () => {
    const visitor = new Visitor(api.app, origin)
    const client = visitor.client()
    const beginOnce = async () => (await client(beginResponse, { params: { formId }, body: {} })).data
    const calm = await beginOnce()
    expect(calm.work).toBeNull()
    for (let n = 0; n < 19; n++) await beginOnce()
    const busy = await beginOnce()
    expect(busy.work).toMatchObject({ most: 50_000 })
  })
})
