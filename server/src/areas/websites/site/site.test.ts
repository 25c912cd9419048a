import { brotliDecompressSync } from 'node:zlib'
import { FormId, WebsiteId } from '@throughline/contracts/ids'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import { weighWebsite } from '@throughline/contracts/websites'
import { describe, expect, test } from 'vitest'
import { createTestApi, sharedApi, signIn, Visitor } from '../../../../test/api.ts'
import { makeTenant } from '../../../../test/factories.ts'
import { makeForm } from '../../../../test/forms.ts'
import { siteOf } from '../../../../test/seed-websites.ts'
import { makeSomeone } from '../../../../test/someone.ts'
import { makeWebsite, websiteContent } from '../../../../test/website-samples.ts'
import { sitesOrigin } from '../../../core/config.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { openForChange } from '../opened.ts'
import { publishDraft } from '../publish.service.ts'
import { changeDraftRow, changeWebsite } from '../websites.queries.ts'

const api = await sharedApi()
const { ctx } = api
const { personId, username } = await makeSomeone(ctx)
const ours = await makeTenant(ctx, personId, 'organization', 'Harbor & Vale')
const owner = { memberId: ours.ownerId, user: { is_admin: true } }

const { client } = await signIn(api, username)

const origin = sitesOrigin(ctx.config)
const visitor = new Visitor(api.app, origin)
const open = (id: string, page = '', init: RequestInit = {}) =>
  visitor.fetch(`${origin}/public/websites/${id}${page && `/${page}`}`, { redirect: 'manual', ...init })

const content = (change: Partial<WebsiteContent> = {}) => websiteContent(change)
const published = (change: Partial<WebsiteContent> = {}) =>
  makeWebsite(ctx, ours, { content: content(change), publish: true })

const republish = (id: string, change: (before: WebsiteContent) => WebsiteContent) =>
  inTenant(ctx, ours, async (tx) => {
    const { draft } = await openForChange(tx, id)
    await changeDraftRow(tx.db, tx.tenantId, id, { content: change(draft) })
    await publishDraft(ctx, tx, owner, await openForChange(tx, id), { include_authors: [], note: '' })
  })

describe('A published website', () => {
  test('answers with plain HTML for everybody, without cookie or script, and caches ask whether it changed', async () => {
    const id = await published()
    const answer = await open(id, '', { headers: { 'accept-encoding': 'br' } })
    const html = brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(html).toContain('<nav aria-label="Pages">')
    expect(html).not.toContain('<script')
    const etag = answer.headers.get('etag') ?? ''
    const known = await api.app.inject({
      url: `/public/websites/${id}`,
      headers: { host: new URL(origin).host, 'if-none-match': etag },
    })
    expect(known.statusCode).toBe(304)
    await republish(id, (before) => ({
      ...before,
      title: 'Another',
      header_config: { ...before.header_config, companyName: 'Another' },
    }))
    const after = await open(id, '', { headers: { 'if-none-match': etag } })
    expect(after.status).toBe(200)
    expect(await after.text()).toContain('Another')
  })

  test('lets nothing in but its own style, its pictures and its forms', async () => {
    const policy = (await open(await published())).headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; /)
    expect(policy).toContain(`img-src ${origin}/public/websites/`)
    for (const part of ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(part)
    expect(policy).not.toContain('script-src')
    expect(policy).not.toContain('unsafe')
  })

  test('has an address for every page; a former one leads on, an unknown one names the nearest', async () => {
    const id = await published()
    expect((await open(id, 'offerings')).status).toBe(200)
    await republish(id, (before) => ({
      ...before,
      pages: before.pages.map((page) => (page.id === 'offerings' ? { ...page, title: 'Services' } : page)),
      header_config: { ...before.header_config, menuItems: [{ label: 'Services', path: '/services' }] },
    }))
    const moved = await open(id, 'offerings')
    expect([moved.status, moved.headers.get('location')]).toEqual([301, `/public/websites/${id}/services`])
    const unknown = await open(id, 'servces')
    expect(unknown.status).toBe(404)
    const text = await unknown.text()
    expect(text).toContain('We can’t find that page')
    expect(text).toContain('We looked for /servces. The closest match is Services.')
    expect(text).toContain('Go to Services')
    expect(text).toContain('<header')
    const former = await (await open(id, 'oferings')).text()
    expect(former).toContain('The closest match is Services, which used to be /offerings.')
    const far = await (await open(id, 'nothing-like-any-of-them')).text()
    expect(far).toContain('It may have moved, or the address may be incomplete.')
    expect(far).toContain('Go to Home')
    // What no database can hold is an unknown page like any other.
    const deep = ['about/us', 'pictures/a/b', `pictures/${'x'.repeat(200)}`, 'x'.repeat(500), 'a/b/'.repeat(20)]
    for (const page of ['a%00b', '%F0%9F%8C%B3', '%2F%2Fa.example']) expect((await open(id, page)).status).toBe(404)
    for (const page of deep) {
      const answer = await open(id, page)
      expect([answer.status, answer.headers.get('content-type')], page).toEqual([404, 'text/html; charset=utf-8'])
      expect(await answer.text()).toContain('We can’t find that page')
    }
  })

  test('reads what its pages were called once for each version, however many wrong addresses are asked for', async () => {
    const id = await published()
    const rename = (title: string) =>
      republish(id, (before) => ({
        ...before,
        pages: before.pages.map((page) => (page.id === 'offerings' ? { ...page, title } : page)),
        header_config: { ...before.header_config, menuItems: [{ label: title, path: `/${title.toLowerCase()}` }] },
      }))
    const nearest = async () => /used to be \/([a-z]+)/.exec(await (await open(id, 'oferings')).text())?.[1]
    await rename('Services')
    expect(await nearest()).toBe('offerings')
    await api.database.admin((admin) => admin.query('delete from website_moves where website_id = $1', [id]))
    expect(await nearest()).toBe('offerings')
    await rename('Work')
    expect(await nearest()).toBeUndefined()
  })

  test('is gone once it is unpublished, and was never there while it is a draft or in the trash', async () => {
    const id = await published()
    await inTenant(ctx, ours, ({ db, tenantId }) => changeWebsite(db, tenantId, id, { current_version: null }))
    const gone = await open(id)
    expect(gone.status).toBe(410)
    expect(await gone.text()).toContain('This website isn’t published')
    const draft = await makeWebsite(ctx, ours)
    const statuses = await Promise.all(
      [draft, '018f0000-0000-7000-8000-000000000000', 'nonsense'].map(async (one) => (await open(one)).status),
    )
    expect(statuses).toEqual([404, 404, 404])
  })

  test('shows its published form inside the page, and no longer once that is unpublished', async () => {
    const form = await makeForm(ctx, ours)
    const { pages } = content()
    const id = await published({
      pages: pages.map((page, at) =>
        at === 0 ? { ...page, elements: [{ id: 'f-1', type: 'form', form_id: form }] } : page,
      ),
    })
    expect(await (await open(id)).text()).toContain(`/public/forms/${form}" title="`)
    await api.database.admin((admin) => admin.query('update forms set current_version = null where id = $1', [form]))
    expect(await (await open(id)).text()).not.toContain('<iframe')
  })

  test('weighs little: the firm’s Home at most 12 KB, and a page with a hundred paragraphs at most 25 KB', async () => {
    const content = siteOf('Harbor & Vale', FormId.parse(await makeForm(ctx, ours)))
    const [home] = content.pages
    const words = JSON.stringify(home).split(/\W+/)
    const paragraphs = Array.from({ length: 100 }, (_, n) => ({
      id: `long-${n}`,
      type: 'paragraph' as const,
      content: Array.from({ length: 40 }, (_one, at) => words[(n * 7 + at * at * (n + 1)) % words.length]).join(' '),
    }))
    const pages = [...content.pages, { id: 'long', title: 'Long', elements: paragraphs }]
    const id = await makeWebsite(ctx, ours, { content: { ...content, pages }, publish: true })
    const { data: told } = await client(weighWebsite, { params: { websiteId: WebsiteId.parse(id) } })
    const weightOf = async (page: string) => {
      const answer = await open(id, page, { headers: { 'accept-encoding': 'br' } })
      expect(answer.status).toBe(200)
      return (await answer.arrayBuffer()).byteLength
    }
    expect(await weightOf('')).toBeLessThanOrEqual(12_000)
    expect(await weightOf('contact')).toBeLessThanOrEqual(12_000)
    expect(await weightOf('long')).toBeLessThanOrEqual(25_000)
    // What the builder tells before it is published is what is sent.
    expect(told.find(({ page }) => page === 'long')?.bytes).toBe(await weightOf('long'))
  })

  test('shows no picture of another website', async () => {
    const id = await published()
    expect((await open(id, `pictures/${crypto.randomUUID()}`)).status).toBe(404)
  })
})

test('The application’s host leads to the websites’ host, which answers nothing else', async () => {
  const own = await createTestApi({ SITES_ORIGIN: 'http://sites.localhost:9000' })
  try {
    const someone = await makeSomeone(own.ctx)
    const tenant = await makeTenant(own.ctx, someone.personId, 'organization', 'Ours')
    const id = await makeWebsite(own.ctx, tenant, { publish: true })
    const app = new Visitor(own.app, own.ctx.config.APP_ORIGIN)
    const led = await app.fetch(`${app.origin}/public/websites/${id}/about?a=1`, { redirect: 'manual' })
    expect([led.status, led.headers.get('location')]).toEqual([
      302,
      `http://sites.localhost:9000/public/websites/${id}/about?a=1`,
    ])
    const there = new Visitor(own.app, 'http://sites.localhost:9000')
    expect((await there.fetch(`${there.origin}/public/websites/${id}`)).status).toBe(200)
    for (const path of ['/v1/websites/', '/home', `/public/forms/${id}`]) {
      expect((await there.fetch(there.origin + path)).status, path).toBe(404)
    }
  } finally {
    await own.close()
  }
})
