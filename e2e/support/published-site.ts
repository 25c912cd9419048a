import { defaultWebsite, type WebsiteContent } from '@throughline/contracts/website-content'
import { createWebsite, publishWebsite } from '@throughline/contracts/websites'
import type { Founder } from './newcomer.ts'

export type Elements = WebsiteContent['pages'][number]['elements']

/** A published website whose first page has these elements; answers its address. */
export async function publishedSite(host: Founder, title: string, elements: Elements): Promise<string> {
  const content = defaultWebsite(title, 2026)
  const pages = content.pages.map((page, at) => (at === 0 ? { ...page, elements } : page))
  const footer_config = { ...content.footer_config, textColor: '#333333' }
  const { data } = await host.call(createWebsite, { body: { ...content, title, pages, footer_config } })
  return (await host.call(publishWebsite, { params: { websiteId: data.id }, body: {} })).publishUrl
}
