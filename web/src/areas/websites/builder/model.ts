import {
  DEFAULT_IMAGE_ALT,
  MAX_MENU_ITEMS,
  MAX_MENU_LABEL,
  MAX_PAGE_ELEMENTS,
  SECTION_BACKGROUND,
  type WebsiteContent,
  type WebsiteElement,
  type WebsiteElementType,
  type WebsitePage,
} from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { contrastOf, pathsOf, replaceLinks, textColorOn } from '@throughline/flow/site-view'
import { spec, texts } from '../builder.texts.ts'

export const contentOf = ({ title, pages, header_config, footer_config }: Website): WebsiteContent => ({
  title,
  pages,
  header_config,
  footer_config,
})

/** Two people who add something at the same time must not give it the same id. */
const freeId = (prefix: string): string => `${prefix}-${crypto.randomUUID().slice(0, 13)}`

const NEW: Record<WebsiteElementType, (id: string) => WebsiteElement> = {
  heading: (id) => ({ id, type: 'heading', content: spec.newHeading, level: 2 }),
  paragraph: (id) => ({ id, type: 'paragraph', content: texts.newParagraph }),
  image: (id) => ({ id, type: 'image', src: '', alt: DEFAULT_IMAGE_ALT, width: '100%' }),
  section: (id) => ({ id, type: 'section', title: texts.newSection, content: '', backgroundColor: SECTION_BACKGROUND }),
  form: (id) => ({ id, type: 'form', form_id: null }),
}

const onPage = (
  content: WebsiteContent,
  page: string,
  change: (elements: readonly WebsiteElement[]) => WebsiteElement[],
): WebsiteContent => ({
  ...content,
  pages: content.pages.map((one) => (one.id === page ? { ...one, elements: change(one.elements) } : one)),
})

export const isFull = ({ elements }: Pick<WebsitePage, 'elements'>): boolean => elements.length >= MAX_PAGE_ELEMENTS

/** Below an element, at the top, or at the end where it is not said. */
export function addElement(content: WebsiteContent, page: string, type: WebsiteElementType, after?: string | null) {
  const element = NEW[type](freeId(type))
  const changed = onPage(content, page, (elements) => {
    const at = elements.findIndex(({ id }) => id === after)
    return at === -1 && after !== null ? [...elements, element] : elements.toSpliced(at + 1, 0, element)
  })
  return { content: changed, id: element.id }
}

export const changeElement = (content: WebsiteContent, page: string, element: WebsiteElement): WebsiteContent =>
  onPage(content, page, (elements) => elements.map((one) => (one.id === element.id ? element : one)))

/** Nothing else of the image changes: it may have been described while the picture was drawn. */
export const changePicture = (content: WebsiteContent, page: string, id: string, src: string): WebsiteContent =>
  onPage(content, page, (elements) =>
    elements.map((one) => (one.id === id && one.type === 'image' ? { ...one, src } : one)),
  )

export const removeElement = (content: WebsiteContent, page: string, id: string): WebsiteContent =>
  onPage(content, page, (elements) => elements.filter((one) => one.id !== id))

export function duplicateElement(content: WebsiteContent, page: string, id: string) {
  const source = content.pages.find((one) => one.id === page)?.elements.find((one) => one.id === id)
  if (!source) return { content, id }
  const copy = { ...source, id: freeId(source.type) }
  const changed = onPage(content, page, (elements) =>
    elements.toSpliced(elements.findIndex((one) => one.id === id) + 1, 0, copy),
  )
  return { content: changed, id: copy.id }
}

function moved<T extends { id: string }>(all: readonly T[], id: string, by: number): T[] {
  const from = all.findIndex((one) => one.id === id)
  const item = all[from]
  const to = from + by
  return item && to >= 0 && to < all.length ? all.toSpliced(from, 1).toSpliced(to, 0, item) : [...all]
}

/** Behind another element of the page, or to its top. */
export function placeElement(
  content: WebsiteContent,
  id: string,
  { page, after }: { page: string; after: string | undefined },
): WebsiteContent {
  const source = content.pages.flatMap(({ elements }) => elements).find((one) => one.id === id)
  if (!source || after === id) return content
  const without = { ...content, pages: content.pages.map((one) => pageWithout(one, id)) }
  return onPage(without, page, (elements) =>
    elements.toSpliced(elements.findIndex((one) => one.id === after) + 1, 0, source),
  )
}

const pageWithout = (page: WebsitePage, id: string): WebsitePage =>
  page.elements.some((one) => one.id === id)
    ? { ...page, elements: page.elements.filter((one) => one.id !== id) }
    : page

const linkOf = (path: string | undefined) => `/${path ?? ''}`

const menuItemOf = (title: string, path: string) => ({ label: title.slice(0, MAX_MENU_LABEL), path })

type Links = ReadonlyMap<string, string | undefined>

/** Links in texts lead on to pages whose address has changed; those to a deleted page stay, so that they are pointed out. */
function withTextLinks(page: WebsitePage, links: Links): WebsitePage {
  const elements = page.elements.map((element) => {
    if (element.type !== 'paragraph' && element.type !== 'section') return element
    const content = replaceLinks(element.content, (link) => links.get(link) ?? link)
    return content === element.content ? element : { ...element, content }
  })
  return elements.every((element, at) => element === page.elements[at]) ? page : { ...page, elements }
}

/** Links and menu items that led to a page still do after its address has changed; menu items go with it. */
function withPages(content: WebsiteContent, changed: readonly WebsitePage[]): WebsiteContent {
  const [before, after] = [pathsOf(content.pages), pathsOf(changed)]
  const links = new Map(
    content.pages.map(({ id }, at) => {
      const now = changed.findIndex((page) => page.id === id)
      return [linkOf(before[at]), now === -1 ? undefined : linkOf(after[now])]
    }),
  )
  const isMoved = [...links].some(([old, now]) => now !== undefined && now !== old)
  const pages = changed.map((page) => (isMoved ? withTextLinks(page, links) : page))
  const items = content.header_config.menuItems.flatMap((item) => {
    if (!links.has(item.path)) return [item]
    const path = links.get(item.path)
    return path === undefined ? [] : [{ ...item, path }]
  })
  const menuItems = items.length > 0 ? items : [menuItemOf(pages[0]?.title ?? spec.untitled, '/')]
  return { ...content, pages, header_config: { ...content.header_config, menuItems } }
}

export function addPage(content: WebsiteContent) {
  const id = freeId('page')
  const pages = [...content.pages, { id, title: texts.newPage, elements: [] }]
  const path = linkOf(pathsOf(pages).at(-1))
  const { header_config } = content
  const menuItems = [...header_config.menuItems, menuItemOf(texts.newPage, path)].slice(0, MAX_MENU_ITEMS)
  return { content: { ...content, pages, header_config: { ...header_config, menuItems } }, id }
}

type Colors = { backgroundColor: string; textColor: string }

/** With the text colour that is read best on the background that was chosen. */
export const readable = <C extends Colors>(colors: C): C => ({
  ...colors,
  textColor: textColorOn(colors.backgroundColor),
})

export const withReadableText = (content: WebsiteContent, part: 'header' | 'footer'): WebsiteContent =>
  part === 'header'
    ? { ...content, header_config: readable(content.header_config) }
    : { ...content, footer_config: readable(content.footer_config) }

/** What that repair is called, with the ratio that it gives. */
export function readableLabel(background: string): string {
  const color = textColorOn(background)
  const ratio = contrastOf(background, color).toFixed(1)
  return color === '#ffffff' ? texts.lightText(ratio) : texts.darkText(ratio)
}

const pathOfPage = ({ pages }: WebsiteContent, id: string) =>
  linkOf(pathsOf(pages)[pages.findIndex((page) => page.id === id)])

export function isInMenu(content: WebsiteContent, id: string): boolean {
  const path = pathOfPage(content, id)
  return content.header_config.menuItems.some((item) => item.path === path)
}

/** At the end of the menu, or out of it; as it was where the menu would become empty or too long. */
export function setInMenu(content: WebsiteContent, { id, title }: WebsitePage, shown: boolean): WebsiteContent {
  const { header_config } = content
  const path = pathOfPage(content, id)
  const others = header_config.menuItems.filter((item) => item.path !== path)
  const menuItems = shown ? [...others, menuItemOf(title, path)] : others
  if (menuItems.length === 0 || menuItems.length > MAX_MENU_ITEMS) return content
  return { ...content, header_config: { ...header_config, menuItems } }
}

/** The page’s own menu item is renamed with it while it is called like the page. */
export function changePage(content: WebsiteContent, page: WebsitePage): WebsiteContent {
  const old = content.pages.find(({ id }) => id === page.id)
  const changed = withPages(
    content,
    content.pages.map((one) => (one.id === page.id ? page : one)),
  )
  const path = pathOfPage(changed, page.id)
  const menuItems = changed.header_config.menuItems.map((item) =>
    item.path === path && item.label === old?.title.slice(0, MAX_MENU_LABEL) ? menuItemOf(page.title, path) : item,
  )
  return { ...changed, header_config: { ...changed.header_config, menuItems } }
}

export const removePage = (content: WebsiteContent, id: string): WebsiteContent =>
  withPages(
    content,
    content.pages.filter((page) => page.id !== id),
  )

export const movePage = (content: WebsiteContent, id: string, by: number): WebsiteContent =>
  withPages(content, moved(content.pages, id, by))
