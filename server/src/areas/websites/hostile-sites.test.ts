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

function contentWith(text: string, { form, picture = '' }: Parts, link?: string): WebsiteContent {
  const { pages, header_config, ...rest } = siteWith(text, link)
  const drawn = pages.map((page) => ({
    ...page,
    elements: page.elements.map((element) => {
      if (element.type === 'image') return { ...element, src: picture }
      return element.type === 'form' ? { ...element, form_id: form } : element
    }),
  }))
  return { ...rest, pages: drawn, header_config: { ...header_config, logo: picture } }
}

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
    const texts = HOSTILE_TEXTS.filter((_, at) => at % 4 === quarter)
    for (const [at, text] of texts.entries()) {
      await renameForm(tenant, form, text)
      await client(websites.saveWebsite, { params, body: contentWith(text, { form, picture }, '/about') })
      const body = { include_authors: [tenant.ownerId], note: text.slice(0, 300) }
      await client(websites.publishWebsite, { params, body })
      const { status, html } = await read(visitor, params.websiteId)
      expect(status).toBe(200)
      expect(strangeParts(html), text).toEqual([])
      for (const part of ['<img src="', ' alt="', '<iframe src="', ' title="']) expect(html).toContain(part)
      const missing = await read(visitor, params.websiteId, `/${encodeURIComponent(text.slice(0, 60))}`)
      expect(strangeParts(missing.html), text).toEqual([])
      if (at % 4 === 0) {
        // As a link it leads to a page, an address or a phone, or it cannot be published.
        await client(websites.saveWebsite, { params, body: contentWith('x', { form, picture }, text) })
        const refused = await refusal(client(websites.publishWebsite, { params, body: {} }))
        expect(refused).toMatchObject({ status: 409, code: 'has_errors' })
        expect((await read(visitor, params.websiteId)).html).toBe(html)
      }
      if (at % 4 === 1) {
        const { data } = await client(websites.createWebsite, { body: contentWith(text, { form }, '/about') })
        await client(websites.publishWebsite, { params: { websiteId: WebsiteId.parse(data.id) }, body: {} })
        expect(strangeParts((await read(visitor, data.id)).html), text).toEqual([])
      }
    }
  },
)
