import { getCsrf } from '@throughline/contracts/auth'
import { expect, test } from 'vitest'
import { sharedApi, Visitor } from '../../../../test/api.ts'
import { makeTenant } from '../../../../test/factories.ts'
import { makeSomeone, uniqueAddress } from '../../../../test/someone.ts'
import { addressKey } from '../../../core/mail/outside/address-key.ts'
import { unsubscribeLink } from '../../../core/mail/outside/unsubscribe-link.ts'

const { app, ctx, database } = await sharedApi()
const { tenantId } = await makeTenant(ctx, (await makeSomeone(ctx)).personId, 'organization', 'Harbor')

const linkOf = (email: string) =>
  new URL(unsubscribeLink(ctx.config, { tenantId, address: addressKey(tenantId, email) })).pathname

const host = new URL(ctx.config.APP_ORIGIN).host
const call = (method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}, payload?: string) =>
  app.inject({ method, url, headers: { host, ...headers }, ...(payload !== undefined && { payload }) })

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const oneClick = (url: string, headers: Record<string, string> = {}) =>
  call('POST', url, { ...FORM, ...headers }, 'List-Unsubscribe=One-Click')

const unsubscribed = (email: string) =>
  database.admin(async (admin) => {
    const found = await admin.query('select from mail_unsubscribes where tenant_id = $1 and address = $2', [
      tenantId,
      Buffer.from(addressKey(tenantId, email), 'hex'),
    ])
    return found.rowCount === 1
  })

test('opening the link shows a button, the same page to everybody, and changes nothing', async () => {
  const email = uniqueAddress('stranger')
  const pages = [await call('GET', linkOf(email)), await call('GET', '/v1/unsubscribe/nonsense/')]
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(pages[0]?.body).toBe(pages[1]?.body)
  expect(pages[0]?.body).toContain('<form method="post"><button>Unsubscribe</button></form>')
  expect(pages[0]?.headers).not.toHaveProperty('set-cookie')
  expect(pages[0]?.headers['content-security-policy']).toContain("default-src 'none'")
  expect(await unsubscribed(email)).toBe(false)
})

test('one click of a mail program unsubscribes that address, without a cookie, and again changes nothing', async () => {
  const email = uniqueAddress('stranger')
  const multipart = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const answers = [
    await oneClick(linkOf(email)),
    await oneClick(linkOf(email), { origin: ctx.config.APP_ORIGIN }),
    await call('POST', linkOf(email), { 'content-type': 'multipart/form-data; boundary=x' }, multipart),
    await call('POST', linkOf(email)),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(answers[0]?.body).toContain('You’re unsubscribed')
  expect(answers[0]?.headers).not.toHaveProperty('set-cookie')
  expect(await unsubscribed(email)).toBe(true)
  expect(await unsubscribed(uniqueAddress('stranger'))).toBe(false)
})

test('a link that was changed, or a page of somebody else, unsubscribes nobody', async () => {
  const email = uniqueAddress('stranger')
  const link = linkOf(email)
  const other = linkOf(uniqueAddress('other'))
  const mixed = `${link.slice(0, link.indexOf('.'))}${other.slice(other.indexOf('.'))}`
  const answers = [
    await oneClick(mixed),
    await oneClick('/v1/unsubscribe/nonsense/'),
    await oneClick(link, { origin: 'https://elsewhere.example' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 403])
  expect(await unsubscribed(email)).toBe(false)
})

test('no other call takes a form', async () => {
  const visitor = new Visitor(app, ctx.config.APP_ORIGIN)
  const { csrfToken } = await visitor.client()(getCsrf)
  const answer = await visitor.fetch(`${visitor.origin}/v1/auth/register-email/`, {
    method: 'POST',
    headers: { ...FORM, 'x-csrftoken': csrfToken },
    body: 'email=a@example.test',
  })
  expect(answer.status).toBe(415)
})
