import { type FormId, WebsiteId } from '@throughline/contracts/ids'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import * as websites from '@throughline/contracts/websites'
import { siteWith, strangeParts } from '@throughline/flow/testing/hostile-site'
import { HOSTILE_TEXTS } from '@throughline/flow/testing/hostile-texts'
import { expect, test } from 'vitest'
import { sharedApi, Visitor } from '../../../test/api.ts'
import type { Tenant } from '../../../test/factories.ts'
import { makeForm } from '../../../test/forms.ts'
import { makeWebsite } from '../../../test/website-samples.ts'
import { refusal } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { respondentOrigin, sitesOrigin } from '../../core/config.ts'
import { inTenant } from '../../core/db/in-tenant.ts'

const api = await sharedApi()
const { actors, ours, theirs } = await createWorld(api)
const origin = sitesOrigin(api.ctx.config)

interface Parts {
  form: FormId
  /** Left out for a website that is only being made: it has none yet. */
  picture?: string
}

const menuOf = (labels: readonly string[]) => labels.map((label) => ({ label: label.slice(0, 60), path: '/about' }))

/** Both texts in every field, and each alone where several may stand. */
function contentWith(pair: readonly string[], { form, picture = '' }: Parts): WebsiteContent {
  const { pages, header_config, footer_config, ...rest } = siteWith(pair.join(' '), '/about')
  const drawn = pages.map((page) => ({
    ...page,
    elements: page.elements.map((element) => {
      if (element.type === 'image') return { ...element, src: picture }
      return element.type === 'form' ? { ...element, form_id: form } : element
    }),
  }))
  return {
    ...rest,
    pages: drawn,
    header_config: { ...header_config, logo: picture, menuItems: menuOf(pair) },
    // Profiles stand on the web, which no text of the pair does.
    footer_config: { ...footer_config, socialLinks: [] },
  }
}

/** The longest text with the shortest and so on: two at a time fit in the shortest field, which halves the calls. */
const byLength = HOSTILE_TEXTS.toSorted((one, other) => one.length - other.length)
const PAIRS = byLength
  .slice(0, byLength.length / 2)
  .map((short, at) => [byLength[byLength.length - 1 - at] ?? '', short] as const)

test('two hostile texts at a time are all of them, and fit in each field', () => {
  expect(PAIRS.flat().toSorted()).toEqual(HOSTILE_TEXTS.toSorted())
  expect(Math.max(...PAIRS.map((pair) => pair.join(' ').length))).toBeLessThanOrEqual(120)
})

const renameForm = ({ tenantId }: Tenant, form: FormId, title: string) =>
  inTenant(api.ctx, { tenantId }, ({ db }) =>
    db.updateTable('forms').set({ title }).where('tenant_id', '=', tenantId).where('id', '=', form).execute(),
  )

/** A website that has a picture. */
async function makeSite(tenant: Tenant) {
  const websiteId = WebsiteId.parse(await makeWebsite(api.ctx, tenant))
  const { id: picture } = await inTenant(api.ctx, tenant, ({ db, tenantId }) =>
    db
      .insertInto('website_pictures')
      .values({
        tenant_id: tenantId,
        website_id: websiteId,
        object_key: 'drawn/0',
        media_type: 'image/webp',
        width: 1_600,
        height: 900,
        smaller: JSON.stringify([]),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { params: { websiteId }, picture }
}

/** The form's own page stands on another host; beside that an address is ours or it is strange. */
const read = async (visitor: Visitor, id: string, page = '') => {
  const answer = await visitor.fetch(`${origin}/public/websites/${id}${page}`)
  const html = (await answer.text()).replaceAll(`<iframe src="${respondentOrigin(api.ctx.config)}/`, '<iframe src="/')
  return { status: answer.status, html }
}

/** Four people share the work: one session makes 300 changes a minute. */
test.each([
  ['manager', ours, 0],
  ['admin', ours, 1],
  ['owner', ours, 2],
  ['other_admin', theirs, 3],
] as const)(
  'hostile texts in every field and call draw nothing but our own tags for visitors: by the %s',
  async (name, tenant, quarter) => {
    const { client } = actors[name]
    const visitor = new Visitor(api.app, origin)
    const form = await makeForm(api.ctx, tenant)
    const { params, picture } = await makeSite(tenant)
    const pairs = PAIRS.filter((_, at) => at % 4 === quarter)
    for (const [at, pair] of pairs.entries()) {
      const text = pair.join(' ')
      await renameForm(tenant, form, text)
      await client(websites.saveWebsite, { params, body: contentWith(pair, { form, picture }) })
      await client(websites.publishWebsite, { params, body: { include_authors: [tenant.ownerId], note: text } })
      const { status, html } = await read(visitor, params.websiteId)
      expect(status).toBe(200)
      expect(strangeParts(html), text).toEqual([])
      for (const part of ['<img src="', ' alt="', '<iframe src="', ' title="']) expect(html).toContain(part)
      for (const one of pair) {
        const missing = await read(visitor, params.websiteId, `/${encodeURIComponent(one.slice(0, 60))}`)
        expect(strangeParts(missing.html), one).toEqual([])
      }
      if (at % 4 === 1) {
        const { data } = await client(websites.createWebsite, { body: contentWith(pair, { form }) })
        await client(websites.publishWebsite, { params: { websiteId: WebsiteId.parse(data.id) }, body: {} })
        expect(strangeParts((await read(visitor, data.id)).html), text).toEqual([])
      }
      if (at % 8 === 3) {
        const { data } = await client(websites.duplicateWebsite, { params })
        const copy = { params: { websiteId: WebsiteId.parse(data.id) } }
        const metadata = Object.fromEntries(pair.map((one, n) => [`${n} ${one}`.slice(0, 60), text]))
        const { title, pages, header_config, footer_config } = data
        const body = { title, pages, header_config, footer_config, metadata }
        expect((await client(websites.saveWebsite, { ...copy, body })).data.metadata).toEqual(metadata)
        await client(websites.publishWebsite, { ...copy, body: { include_authors: [tenant.ownerId] } })
        expect(strangeParts((await read(visitor, data.id)).html), text).toEqual([])
      }
    }
    // The first of them comes back, with the form's title as it is by now.
    const { version } = (await client(websites.getWebsite, { params })).data
    const { data: back } = await client(websites.restoreWebsiteVersion, {
      params: { ...params, number: 1 },
      body: { base_version: version },
    })
    expect(back.title).toBe((pairs[0] ?? []).join(' ').slice(0, 200).trim())
    await client(websites.publishWebsite, { params, body: { include_authors: [tenant.ownerId] } })
    expect(strangeParts((await read(visitor, params.websiteId)).html)).toEqual([])
    // As a link each leads to a page, an address or a phone, or nothing can be published.
    const { html } = await read(visitor, params.websiteId)
    const content = contentWith(['x'], { form, picture })
    const links = pairs.filter((_, at) => at % 4 === 0).flat()
    const menuItems = links.map((path) => ({ label: 'x', path }))
    const body = { ...content, header_config: { ...content.header_config, menuItems } }
    await client(websites.saveWebsite, { params, body })
    const refused = await refusal(client(websites.publishWebsite, { params, body: {} }))
    expect(refused).toMatchObject({ status: 409, code: 'has_errors' })
    const said = refused.errors?.map(({ message }) => message)
    expect(said).toEqual(links.map((link) => `The link “${link}” leads nowhere.`))
    expect((await read(visitor, params.websiteId)).html).toBe(html)
  },
)
