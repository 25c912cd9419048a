import { brotliDecompressSync } from 'node:zlib'
import type { FormElement } from '@throughline/contracts/form-content'
import { describe, expect, test } from 'vitest'
import { createTestApi, sharedApi, type TestApi, Visitor } from '../../../../test/api.ts'
import { makeTenant } from '../../../../test/factories.ts'
import { makePublishedForm } from '../../../../test/form-responses.ts'
import { makeForm } from '../../../../test/forms.ts'
import { makeSomeone } from '../../../../test/someone.ts'
import { sitesOrigin } from '../../../core/config.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import { wholeForm } from '../form-wire.ts'

const api = await sharedApi()
const { ctx } = api
const { personId } = await makeSomeone(ctx)
const ours = await makeTenant(ctx, personId, 'organization', 'Harbor & Vale')

const visitorOf = ({ app, ctx: { config } }: TestApi, origin = config.APP_ORIGIN) => new Visitor(app, origin)
const visitor = visitorOf(api)
const addressOf = (formId: string) => `${visitor.origin}/public/forms/${formId}`
const open = (formId: string, init: RequestInit = {}) =>
  visitor.fetch(addressOf(formId), { redirect: 'manual', ...init })

function post(formId: string, texts: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, text] of Object.entries(texts)) body.append(name, text)
  return open(formId, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin', ...headers } })
}

const submissions = async (formId: string) =>
  (await api.database.admin((admin) => admin.query('select * from form_submissions where form_id = $1', [formId]))).rows

const change = (text: string, formId: string) => api.database.admin((admin) => admin.query(text, [formId]))

const NAME: FormElement = { id: 'txt-1', type: 'textbox', label: 'Your name', required: true }

describe('The page of a form', () => {
  test('is plain HTML that anybody may read, the same for everyone, and kept by any cache', async () => {
    const formId = await makeForm(ctx, ours, { elements: [NAME] })
    const first = await open(formId)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const text = await first.text()
    expect(text).toContain('Your name')
    expect(text).toContain('Only Harbor &amp; Vale can see your answers')
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(first.headers.get('set-cookie')).toBeNull()
    const other = await visitorOf(api).fetch(addressOf(formId), { headers: { cookie: 'tl_session=stolen' } })
    expect(await other.text()).toBe(text)
    const etag = first.headers.get('etag') ?? ''
    const { host } = new URL(visitor.origin)
    const url = `/public/forms/${formId}`
    const again = await api.app.inject({ url, headers: { host, 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const packed = await api.app.inject({ url, headers: { host, 'accept-encoding': 'gzip, br' } })
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(text)
  })

  test('has another tag once it is closed, and says until when it was open and whom to ask', async () => {
    const settings = { submitButtonText: 'Submit', contact: 'hello@harborvale.example' }
    const formId = await makeForm(ctx, ours, { elements: [NAME], settings })
    const before = (await open(formId)).headers.get('etag')
    await change(`update forms set closed_at = '2026-11-01T12:00:00Z' where id = $1`, formId)
    const closed = await open(formId, { headers: { 'if-none-match': before ?? '' } })
    const text = await closed.text()
    expect(closed.status).toBe(200)
    expect(text).toContain('This form is closed')
    expect(text).toContain('until November 1, 2026')
    expect(text).toContain('hello@harborvale.example')
    expect(text).not.toContain('<form')
  })

  test('lets nothing in but its own files, and shows itself in websites made here and in pages that the form names alone', async () => {
    const policyOf = async (settings: object) => {
      const formId = await makeForm(ctx, ours, {
        elements: [NAME],
        settings: { submitButtonText: 'Submit', ...settings },
      })
      return (await open(formId)).headers.get('content-security-policy')
    }
    const usual = await policyOf({})
    for (const part of [
      "default-src 'none'",
      `script-src ${visitor.origin}/public/assets/;`,
      "require-trusted-types-for 'script'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${sitesOrigin(ctx.config)}`,
    ])
      expect(usual).toContain(part)
    expect(usual).not.toContain('unsafe')
    const framed = await policyOf({
      frame_ancestors: ['https://acme.example/page', "*; script-src 'unsafe-inline'", 'javascript:x'],
    })
    expect(framed).toContain(`frame-ancestors ${sitesOrigin(ctx.config)} https://acme.example;`)
    expect(framed).not.toContain('unsafe')
  })

  test('is not there for forms that are unknown, unpublished or in the trash, all alike', async () => {
    const unpublished = await makeForm(ctx, ours, { isPublished: false })
    const trashed = await makeForm(ctx, ours)
    await change('update forms set deleted_at = now() where id = $1', trashed)
    const answers = await Promise.all(
      [unpublished, trashed, '018f0000-0000-7000-8000-000000000000', 'nonsense'].map(async (id) => {
        const { status, text } = await open(id).then(async (one) => ({ status: one.status, text: await one.text() }))
        return { status, text }
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.text).toContain('This form isn’t available')
  })

  test('is not changed by being opened, whoever asks and how', async () => {
    const formId = await makeForm(ctx, ours, { elements: [NAME] })
    const before = await change('select xmin::text, * from forms where id = $1', formId)
    await open(formId)
    await open(formId, { method: 'HEAD' })
    expect((await change('select xmin::text, * from forms where id = $1', formId)).rows).toEqual(before.rows)
  })
})

describe('Without scripts', () => {
  test('the form is sent to its own address, and thanks come with the receipt', async () => {
    const formId = await makeForm(ctx, ours, { elements: [NAME] })
    const answer = await post(formId, { 'txt-1': 'Ada', _website: '' })
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(text).toContain('Thank you for your submission!')
    expect(text).toContain('Your response has been recorded.')
    expect(text).toMatch(/<output>[2-9A-Z]{4}-[2-9A-Z]{4}<\/output>/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await submissions(formId)).toHaveLength(1)
    const again = await post(formId, { 'txt-1': 'Ada', _website: '' })
    expect(await again.text()).toBe(text)
    expect(await submissions(formId), 'pressed twice is sent once').toHaveLength(1)
  })

  test('a refused answer is shown again with what is wrong, and nothing is lost', async () => {
    const email: FormElement = { id: 'eml-1', type: 'email', label: 'Email', required: true }
    const several: FormElement = { id: 'chk-1', type: 'checkbox', label: 'Services', options: ['Tax', 'Audit'] }
    const formId = await makeForm(ctx, ours, { elements: [NAME, email, several] })
    const answer = await post(formId, { 'txt-1': '"><b>Ada', 'eml-1': 'ada', 'chk-1[1]': 'Audit' })
    const text = await answer.text()
    expect(answer.status).toBe(422)
    expect(text).toContain('Failed to submit form. Please try again.')
    expect(text).toContain('href="#f-eml-1"')
    expect(text).toContain('Enter an email address, like name@example.com.')
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;Ada"')
    expect(text).toContain('value="ada"')
    expect(text).toContain('value="Audit" checked')
    expect(await submissions(formId)).toHaveLength(0)
  })

  test('only the page itself can send it', async () => {
    const formId = await makeForm(ctx, ours, { elements: [NAME] })
    const foreign = await post(
      formId,
      { 'txt-1': 'Ada' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    )
    expect(foreign.status).toBe(403)
    expect(await foreign.text()).toContain('Failed to submit form. Please try again.')
    expect(await submissions(formId)).toHaveLength(0)
  })

  test('a form that was closed meanwhile says so', async () => {
    const formId = await makeForm(ctx, ours, { elements: [NAME] })
    await change('update forms set closed_at = now() where id = $1', formId)
    const answer = await post(formId, { 'txt-1': 'Ada' })
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('This form is closed')
  })
})

test('With a host of their own, pages are served there alone and the application leads to it', async () => {
  const own = await createTestApi({ PUBLIC_ORIGIN: 'http://forms.localhost:9000' })
  try {
    const someone = await makeSomeone(own.ctx)
    const tenant = await makeTenant(own.ctx, someone.personId, 'organization', 'Ours')
    const formId = await makeForm(own.ctx, tenant, { elements: [NAME] })
    const path = `/public/forms/${formId}?name=Ada`
    const app = visitorOf(own)
    const led = await app.fetch(app.origin + path, { redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([308, `http://forms.localhost:9000${path}`])
    const there = visitorOf(own, 'http://forms.localhost:9000')
    const built = await makePublishedForm(own.ctx, tenant)
    const author = { memberId: tenant.ownerId, user: { is_admin: true } }
    const { data } = await readTenant(own.ctx, tenant, (tx) => wholeForm(tx, author, own.ctx.config, built))
    expect(data.public_url, 'what is shared').toBe(`http://forms.localhost:9000/public/forms/${built}`)
    const page = await there.fetch(there.origin + path)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain(
      'connect-src http://forms.localhost:9000/v1/forms/public/',
    )
    expect((await there.fetch(`${there.origin}/v1/tasks/`)).status).toBe(404)
    expect((await there.fetch(`${there.origin}/home`)).status).toBe(404)
  } finally {
    await own.close()
  }
})
