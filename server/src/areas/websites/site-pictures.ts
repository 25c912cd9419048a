import type { WebsiteContent } from '@throughline/contracts/website-content'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { Drawings } from '../../core/images/pictures.ts'
import { keepPicture } from './pictures.queries.ts'

/** What images and header name, each once. */
export function picturesIn(pages: WebsiteContent['pages'], logo: string | undefined): string[] {
  const images = pages.flatMap(({ elements }) => elements.flatMap((one) => (one.type === 'image' ? [one.src] : [])))
  return [...new Set([...images, logo ?? ''])].filter((one) => one !== '')
}

/** The same website with other pictures. */
export const withPictures = (content: WebsiteContent, pictureFor: (named: string) => string): WebsiteContent => {
  const { logo } = content.header_config
  return {
    ...content,
    header_config: { ...content.header_config, ...(logo ? { logo: pictureFor(logo) } : {}) },
    pages: content.pages.map((page) => ({
      ...page,
      elements: page.elements.map((element) =>
        element.type === 'image' && element.src !== '' ? { ...element, src: pictureFor(element.src) } : element,
      ),
    })),
  }
}

/** What was fetched from addresses, by address. */
export type Fetched = ReadonlyMap<string, Drawings>

/** The content with pictures of the website in place of addresses. */
export async function keepFetched(
  { db, tenantId }: TenantTx,
  websiteId: string,
  content: WebsiteContent,
  fetched: Fetched,
): Promise<WebsiteContent> {
  if (fetched.size === 0) return content
  const ids = new Map<string, string>()
  for (const [address, drawings] of fetched) ids.set(address, await keepPicture(db, tenantId, websiteId, drawings))
  return withPictures(content, (named) => ids.get(named) ?? named)
}
