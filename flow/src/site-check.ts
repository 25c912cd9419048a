import {
  DEFAULT_IMAGE_ALT,
  type WebsiteContent,
  type WebsiteElement,
  type WebsitePage,
} from '@throughline/contracts/website-content'
import type { WebsiteChange, WebsiteProblem } from '@throughline/contracts/websites'
import { written } from './compile/canonical.ts'
import { sha256 } from './compile/sha256.ts'
import type { Json } from './eval/tree.ts'
import { unmoved } from './form/diff.ts'
import { type LinkReader, linkReader, profileHref } from './site/addresses.ts'
import { contrastOf, LEAST_CONTRAST } from './site/contrast.ts'
import { linksIn, plainTextOf } from './site/marks.ts'

export const hashWebsite = (content: WebsiteContent): string => sha256(written(content))

/** Each form that its pages show, once. */
export const formIdsIn = ({ pages }: Pick<WebsiteContent, 'pages'>) => [
  ...new Set(
    pages.flatMap(({ elements }) =>
      elements.flatMap((element) => (element.type === 'form' && element.form_id !== null ? [element.form_id] : [])),
    ),
  ),
]

/** What a check needs to know beside the website. */
export interface SiteFacts {
  hasPicture(id: string): boolean
  isPublishedForm(id: string): boolean
}

const error = (code: WebsiteProblem['code'], rest: Omit<WebsiteProblem, 'code' | 'level'> = {}): WebsiteProblem => ({
  code,
  level: 'error',
  ...rest,
})
const warning = (code: WebsiteProblem['code'], rest: Omit<WebsiteProblem, 'code' | 'level'> = {}): WebsiteProblem => ({
  code,
  level: 'warning',
  ...rest,
})

function linksOf(element: WebsiteElement): string[] {
  return element.type === 'paragraph' || element.type === 'section' ? linksIn(element.content) : []
}

function problemsOf(targetOf: LinkReader, facts: SiteFacts, page: string, element: WebsiteElement): WebsiteProblem[] {
  const at = { page, element: element.id }
  const lost = [...new Set(linksOf(element))].filter((link) => !targetOf(link))
  const links = lost.map((name) => error('link_nowhere', { ...at, name }))
  if (element.type === 'image') {
    if (element.src === '' || !facts.hasPicture(element.src)) return [warning('picture_missing', at)]
    const isDescribed = !['', DEFAULT_IMAGE_ALT].includes(element.alt.trim())
    return isDescribed || element.decorative ? [] : [warning('alt_missing', at)]
  }
  if (element.type === 'form') {
    if (element.form_id === null) return [error('form_missing', at)]
    return facts.isPublishedForm(element.form_id) ? [] : [error('form_unpublished', at)]
  }
  return links
}

/** A level that is left out confuses those who find their way by headings. */
function skippedHeadings({ id: page, elements }: WebsitePage): WebsiteProblem[] {
  let before = 1
  return elements.flatMap((element) => {
    if (element.type === 'section') before = 2
    if (element.type !== 'heading') return []
    const isSkipped = element.level > before + 1
    before = element.level
    return isSkipped ? [warning('heading_skipped', { page, element: element.id })] : []
  })
}

function colorProblems({ header_config: top, footer_config: end }: WebsiteContent): WebsiteProblem[] {
  return [
    { name: 'header', of: top },
    { name: 'footer', of: end },
  ].flatMap(({ name, of }) =>
    contrastOf(of.backgroundColor, of.textColor) < LEAST_CONTRAST ? [warning('contrast', { name })] : [],
  )
}

function idsTwice({ pages }: WebsiteContent): WebsiteProblem[] {
  const seen = new Set<string>()
  return pages
    .flatMap(({ id, elements }) => [id, ...elements.map((element) => element.id)])
    .flatMap((id) => {
      if (!seen.has(id)) return (seen.add(id), [])
      return [error('id_twice', { element: id })]
    })
}

/** What stands in the way of publishing, and what is worth a look, in the order of the pages. */
export function checkWebsite(content: WebsiteContent, facts: SiteFacts): WebsiteProblem[] {
  const { title, pages, header_config, footer_config } = content
  const targetOf = linkReader(content)
  const menu = header_config.menuItems.filter(({ path }) => !targetOf(path))
  const social = footer_config.socialLinks.filter(
    ({ url }) => url.trim() !== '' && profileHref(targetOf, url) === undefined,
  )
  return [
    ...(title.trim() === '' ? [error('title_missing')] : []),
    ...(pages.length === 0 ? [error('no_pages')] : []),
    ...idsTwice(content),
    ...menu.map(({ path }) => error('link_nowhere', { name: path })),
    ...social.map(({ url }) => error('link_nowhere', { name: url })),
    ...colorProblems(content),
    ...pages.flatMap((page) => [
      ...(page.title.trim() === '' ? [error('page_title_missing', { page: page.id })] : []),
      ...skippedHeadings(page),
      ...page.elements.flatMap((element) => problemsOf(targetOf, facts, page.id, element)),
    ]),
  ]
}

/** A change without who made it and when; `path` is the place by which its authors are known. */
export type WebsiteDifference = Omit<WebsiteChange, 'author' | 'at'> & { path: string }

const LONGEST_NAME = 80

/** What people call an element: the beginning of its text, or what it is. */
export function nameOfElement(element: WebsiteElement): string {
  const text = {
    heading: () => (element.type === 'heading' ? element.content : ''),
    paragraph: () => (element.type === 'paragraph' ? plainTextOf(element.content) : ''),
    image: () => (element.type === 'image' ? element.alt : ''),
    section: () => (element.type === 'section' ? element.title || plainTextOf(element.content) : ''),
    form: () => '',
  }[element.type]()
  return text.trim().slice(0, LONGEST_NAME) || element.type
}

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value))

function elementChanges(before: WebsitePage | undefined, after: WebsitePage): WebsiteDifference[] {
  const were = before?.elements ?? []
  const old = new Map(were.map((element, place) => [element.id, { element, place }]))
  const now = new Set(after.elements.map(({ id }) => id))
  const kept = unmoved(after.elements.flatMap(({ id }) => old.get(id)?.place ?? []))
  const of = (element: WebsiteElement) =>
    ({
      what: 'element',
      page: after.title,
      name: nameOfElement(element),
      path: `/pages/${after.id}/${element.id}`,
    }) as const
  return [
    ...after.elements.flatMap((element): WebsiteDifference[] => {
      const was = old.get(element.id)
      if (!was) return [{ kind: 'added', ...of(element), after: plain(element) }]
      const isChanged = written(was.element) !== written(element)
      return [
        ...(isChanged
          ? [{ kind: 'changed', ...of(element), before: plain(was.element), after: plain(element) } as const]
          : []),
        ...(kept.has(was.place) ? [] : [{ kind: 'moved', ...of(element) } as const]),
      ]
    }),
    ...were
      .filter(({ id }) => !now.has(id))
      .map((element): WebsiteDifference => ({ kind: 'removed', ...of(element), before: plain(element) })),
  ]
}

function pageChanges(before: readonly WebsitePage[], after: readonly WebsitePage[]): WebsiteDifference[] {
  const old = new Map(before.map((page, place) => [page.id, { page, place }]))
  const now = new Set(after.map(({ id }) => id))
  const kept = unmoved(after.flatMap(({ id }) => old.get(id)?.place ?? []))
  const facts = (page: WebsitePage) => written({ ...page, elements: undefined })
  const of = ({ id, title }: WebsitePage) => ({ what: 'page', name: title, path: `/pages/${id}` }) as const
  return [
    ...after.flatMap((page): WebsiteDifference[] => {
      const was = old.get(page.id)
      const own: WebsiteDifference[] = []
      if (!was) own.push({ kind: 'added', ...of(page) })
      else {
        if (facts(was.page) !== facts(page)) own.push({ kind: 'changed', ...of(page) })
        if (!kept.has(was.place)) own.push({ kind: 'moved', ...of(page) })
      }
      return [...own, ...elementChanges(was?.page, page)]
    }),
    ...before.filter(({ id }) => !now.has(id)).map((page): WebsiteDifference => ({ kind: 'removed', ...of(page) })),
  ]
}

/** What leads from one website to the other; from nothing, everything was added. */
export function diffWebsites(before: WebsiteContent | undefined, after: WebsiteContent): WebsiteDifference[] {
  const part = (what: 'title' | 'header' | 'footer', old: unknown, now: unknown): WebsiteDifference[] =>
    written(old ?? null) === written(now)
      ? []
      : [{ kind: before ? 'changed' : 'added', what, name: what, path: `/${what}`, after: plain(now) }]
  return [
    ...part('title', before?.title, after.title),
    ...part('header', before?.header_config, after.header_config),
    ...part('footer', before?.footer_config, after.footer_config),
    ...pageChanges(before?.pages ?? [], after.pages),
  ]
}
