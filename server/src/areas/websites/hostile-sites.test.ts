import { WebsiteId } from '@throughline/contracts/ids'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import * as websites from '@throughline/contracts/websites'
import { siteWith, strangeParts } from '@throughline/flow/testing/hostile-site'
import { HOSTILE_TEXTS } from '@throughline/flow/testing/hostile-texts'
import { expect, test } from 'vitest'
import { sharedApi, Visitor } from '../../../test/api.ts'
import { refusal } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'
import { sitesOrigin } from '../../core/config.ts'

const api = await sharedApi()
const { actors } = await createWorld(api)
const origin = sitesOrigin(api.ctx.config)

/** Without the picture and the form, which this workspace does not have. */
function contentWith(text: string, link?: string): WebsiteContent {
  const { pages, header_config, ...rest } = siteWith(text, link)
  const { logo: _logo, ...header } = header_config
  const kept = pages.map((page) => ({
    ...page,
    elements: page.elements.filter(({ type }) => type !== 'image' && type !== 'form'),
  }))
  return { ...rest, pages: kept, header_config: header }
}

const read = async (visitor: Visitor, id: string, page = '') => {
  const answer = await visitor.fetch(`${origin}/public/websites/${id}${page}`)
  return { status: answer.status, html: await answer.text() }
}

/** Two people share the work: one session makes 300 changes a minute. */
test.each([
  ['manager', 0],
  ['admin', 1],
  ['manager', 2],
  ['admin', 3],
] as const)(
  'hostile texts in every field and call draw nothing but our own tags for visitors: by the %s, quarter %i',
  async (name, quarter) => {
    const { client } = actors[name]
    const visitor = new Visitor(api.app, origin)
    const texts = HOSTILE_TEXTS.filter((_, at) => at % 4 === quarter)
    for (const [at, text] of texts.entries()) {
      const { data } = await client(websites.createWebsite, { body: contentWith(text, '/about') })
      const params = { websiteId: WebsiteId.parse(data.id) }
      await client(websites.publishWebsite, { params, body: { note: text.slice(0, 300) } })
      const { status, html } = await read(visitor, data.id)
      expect(status).toBe(200)
      expect(strangeParts(html), text).toEqual([])
      const missing = await read(visitor, data.id, `/${encodeURIComponent(text.slice(0, 60))}`)
      expect(strangeParts(missing.html), text).toEqual([])
      if (at % 4 > 0) continue
      // As a link it leads to a page, an address or a phone, or it cannot be published.
      await client(websites.saveWebsite, { params, body: contentWith('x', text) })
      const refused = await refusal(client(websites.publishWebsite, { params, body: {} }))
      expect(refused).toMatchObject({ status: 409 })
      expect((await read(visitor, data.id)).html).toBe(html)
    }
  },
)
