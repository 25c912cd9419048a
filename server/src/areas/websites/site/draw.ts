import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { renderPage, type SiteView } from '@throughline/flow/site-view'
import type { PublishedSite } from './published-site.ts'

const compressed = promisify(brotliCompress)
/** Once for each version and not for each visitor, but while somebody waits for it. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/** A page as it is sent to every browser that can unpack it. */
export const compressPage = (html: string | Buffer): Promise<Buffer> => compressed(html, QUALITY)

export const baseOf = (id: string) => `/public/websites/${id}`

/** What a website shows, whether it is public or would be. */
type ShownSite = Pick<PublishedSite, 'id' | 'content' | 'pictures' | 'forms'>

export function viewOf({ id, content, pictures, forms }: ShownSite): SiteView {
  return {
    content,
    base: baseOf(id),
    pictureOf: (picture) =>
      pictures.has(picture) ? { url: `${baseOf(id)}/pictures/${picture}`, drawn: pictures.get(picture) } : undefined,
    formOf: (form) => {
      const found = forms.find((one) => one.id === form)
      return found?.url ? { url: found.url, title: found.title } : undefined
    },
  }
}

interface PageWeight {
  page: string
  bytes: number
}

/** Each page as visitors get it, without its pictures and the pages of its forms. */
export async function weighPages(site: ShownSite): Promise<PageWeight[]> {
  const view = viewOf(site)
  const weights: PageWeight[] = []
  for (const [at, { id }] of site.content.pages.entries()) {
    const drawn = renderPage(view, at)
    if (drawn) weights.push({ page: id, bytes: (await compressPage(drawn.html)).length })
  }
  return weights
}
