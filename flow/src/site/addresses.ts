import type { WebsiteContent, WebsitePage } from '@throughline/contracts/website-content'

const MAX_SLUG = 60

/** A title as the end of an address: letters and digits without accents, with hyphens between words. */
const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_SLUG)
    .replace(/-+$/, '')

/** The end of each page's address, in their order. The first page is the website itself; no two are alike. */
export function pathsOf(pages: readonly Pick<WebsitePage, 'title' | 'path'>[]): string[] {
  const used = new Set([''])
  return pages.map(({ title, path }, at) => {
    if (at === 0) return ''
    const wanted = path || slugOf(title) || `page-${at + 1}`
    let free = wanted
    for (let count = 2; used.has(free); count++) free = `${wanted}-${count}`
    used.add(free)
    return free
  })
}

/** Where a link of an author leads: to a page of this website, or out of it. */
export type LinkTarget = { page: number } | { href: string }

const OUTWARD = /^(https:\/\/[^\s]+|mailto:[^\s@]+@[^\s]+|tel:[+\d][\d\s()./-]*)$/i

/** Undefined where it leads nowhere: to no page of this website, or by a scheme that no link may have. */
export type LinkReader = (link: string) => LinkTarget | undefined

/** The addresses of its pages are worked out once, since a website may have tens of thousands of links. */
export function linkReader({ pages }: Pick<WebsiteContent, 'pages'>): LinkReader {
  const places = new Map(pathsOf(pages).map((path, page) => [path, page]))
  return (link) => {
    const written = link.trim()
    if (written.startsWith('/')) {
      const page = places.get(written.slice(1).replace(/\/$/, ''))
      return page === undefined ? undefined : { page }
    }
    if (!OUTWARD.test(written) || !URL.canParse(written)) return undefined
    return { href: new URL(written).href }
  }
}

/** Where a social link leads; undefined for what the footer does not show, since profiles stand on the web. */
export function profileHref(targetOf: LinkReader, link: string): string | undefined {
  const target = targetOf(link)
  return target && 'href' in target && target.href.startsWith('https:') ? target.href : undefined
}
