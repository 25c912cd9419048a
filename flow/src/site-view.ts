import type { IMAGE_WIDTHS, WebsiteContent, WebsiteElement } from '@throughline/contracts/website-content'
import { attributes, type Html, html } from './form/escape.ts'
import { type LinkReader, linkReader, pathsOf, profileHref } from './site/addresses.ts'
import { textColorOn } from './site/contrast.ts'
import { piecesOf, plainTextOf, type TextPiece } from './site/marks.ts'
import { SITE_STYLE } from './site/style.ts'

export { linkReader, pathsOf } from './site/addresses.ts'
export { contrastOf, LEAST_CONTRAST, textColorOn } from './site/contrast.ts'
export { piecesOf, plainTextOf, replaceLinks } from './site/marks.ts'

/** A picture where it is read; `drawn` is left out of one from before pictures had several widths. */
export interface SitePicture {
  url: string
  drawn?: { width: number; height: number; smaller: readonly number[] } | undefined
}

/** A website with what only its surroundings know. */
export interface SiteView {
  content: WebsiteContent
  /** The address of the first page, without a slash at its end. */
  base: string
  /** Undefined for a picture that the website does not have. */
  pictureOf: (id: string) => SitePicture | undefined
  /** Undefined for a form that is not published. */
  formOf(id: string): { url: string; title: string } | undefined
  /** In the builder forms are named instead of shown, and each element says its id. */
  editing?: { formName(id: string | null): string; nonce: string }
}

/** With what all its links need. */
interface DrawnView extends SiteView {
  paths: readonly string[]
  targetOf: LinkReader
}

const withLinks = (view: SiteView): DrawnView => ({
  ...view,
  paths: pathsOf(view.content.pages),
  targetOf: linkReader(view.content),
})

const SAFE_COLOR = /^#[0-9a-f]{6}$/i
const colorOf = (color: string, otherwise: string) => (SAFE_COLOR.test(color) ? color : otherwise)

function urlOf({ base, paths }: DrawnView, page: number): string {
  const path = paths[page] ?? ''
  return path === '' ? base : `${base}/${path}`
}

/** Undefined where the link leads nowhere: its text then stands without it. */
function hrefOf(view: DrawnView, link: string): string | undefined {
  const target = view.targetOf(link)
  if (!target) return undefined
  return 'href' in target ? target.href : urlOf(view, target.page)
}

const anchor = (href: string, content: Html | string, more: Record<string, string | undefined> = {}): Html =>
  html`<a${attributes({ href, rel: href.startsWith('https:') ? 'noreferrer' : undefined, ...more })}>${content}</a>`

function pieceOf(view: DrawnView, piece: TextPiece): Html {
  if (piece.kind === 'bold') return html`<strong>${piece.text}</strong>`
  if (piece.kind === 'italic') return html`<em>${piece.text}</em>`
  const href = piece.kind === 'link' ? hrefOf(view, piece.link) : undefined
  return href === undefined ? html`${piece.text}` : anchor(href, piece.text)
}

const lineOf = (view: DrawnView, line: string): Html => html`${piecesOf(line).map((piece) => pieceOf(view, piece))}`

/** A blank line begins a new paragraph; one that is only a link shows as a button. */
function textOf(view: DrawnView, text: string): Html[] {
  const paragraphs = text.split(/\n[^\S\n]*\n\s*/).filter((one) => one.trim() !== '')
  return paragraphs.map((paragraph) => {
    const pieces = piecesOf(paragraph.trim())
    const [only] = pieces
    const href = pieces.length === 1 && only?.kind === 'link' ? hrefOf(view, only.link) : undefined
    if (href !== undefined && only) return html`<p>${anchor(href, only.text, { class: 'button' })}</p>`
    const lines = paragraph.split('\n').map((line, at) => html`${at > 0 && html`<br>`}${lineOf(view, line)}`)
    return html`<p>${lines}</p>`
  })
}

const TAGS: Record<number, (text: string) => Html> = {
  1: (text) => html`<h1>${text}</h1>`,
  2: (text) => html`<h2>${text}</h2>`,
  3: (text) => html`<h3>${text}</h3>`,
  4: (text) => html`<h4>${text}</h4>`,
  5: (text) => html`<h5>${text}</h5>`,
  6: (text) => html`<h6>${text}</h6>`,
}

const urlAt = (url: string, width: number) => `${url}?w=${width}`

/** How wide an image is at most, in pixels, on a page as wide as it gets. */
const SHOWN_WIDTHS: Record<(typeof IMAGE_WIDTHS)[number], number> = { '25%': 248, '50%': 496, '75%': 744, '100%': 992 }
/** So many elements of a page may be seen before anybody scrolls. */
const FIRST_SEEN = 4

/** Its own size, so that nothing moves when it arrives, and what a browser chooses from. */
function sizesOf({ url, drawn }: SitePicture, width: keyof typeof SHOWN_WIDTHS) {
  if (!drawn) return {}
  const widths = drawn.smaller.map((one) => `${urlAt(url, one)} ${one}w`)
  const choice = {
    srcset: [`${url} ${drawn.width}w`, ...widths].join(', '),
    sizes: `(max-width:860px) calc(100vw - 48px), ${SHOWN_WIDTHS[width]}px`,
  }
  return { ...(widths.length > 0 ? choice : {}), width: drawn.width, height: drawn.height }
}

type ImageElement = Extract<WebsiteElement, { type: 'image' }>

function imageOf(view: DrawnView, { src, alt, decorative, width }: ImageElement, at: number): Html {
  const picture = src === '' ? undefined : view.pictureOf(src)
  if (!picture) return html`${view.editing && html`<div class="blank"></div>`}`
  const loading = picture.drawn && at >= FIRST_SEEN ? 'lazy' : undefined
  const shared = { src: picture.url, alt: decorative ? '' : alt, ...sizesOf(picture, width), loading }
  return html`<img${attributes(shared)}>`
}

const LOGO_HEIGHT = 36

/** As high as the style makes it, from the narrowest drawing that is not blurred by it. */
function logoOf({ url, drawn }: SitePicture): Html {
  if (!drawn) return html`<img src="${url}" alt="">`
  const width = Math.max(1, Math.round((LOGO_HEIGHT * drawn.width) / drawn.height))
  const enough = drawn.smaller.filter((one) => one >= 2 * width).toSorted((a, b) => a - b)[0]
  const src = enough === undefined ? url : urlAt(url, enough)
  return html`<img${attributes({ src, alt: '', width, height: LOGO_HEIGHT })}>`
}

function formOf(view: DrawnView, formId: string | null): Html {
  if (view.editing) return html`<div class="blank">${view.editing.formName(formId)}</div>`
  const form = formId === null ? undefined : view.formOf(formId)
  return form ? html`<iframe src="${form.url}" title="${form.title}"></iframe>` : html``
}

function contentOf(view: DrawnView, element: WebsiteElement, at: number): Html {
  switch (element.type) {
    case 'heading':
      return (TAGS[element.level] ?? TAGS[2])?.(element.content) ?? html``
    case 'paragraph':
      return html`${textOf(view, element.content)}`
    case 'image':
      return imageOf(view, element, at)
    case 'section':
      return html`<div class="in">${element.title && html`<h2>${element.title}</h2>`}${textOf(view, element.content)}</div>`
    case 'form':
      return formOf(view, element.form_id)
    default:
      return element satisfies never
  }
}

const isNarrow = (element: WebsiteElement | undefined) => element?.type === 'image' && element.width !== '100%'
const isText = (element: WebsiteElement | undefined) => element?.type === 'paragraph' || element?.type === 'heading'

const CLASSES: Record<WebsiteElement['type'], string> = {
  heading: 'text',
  paragraph: 'text',
  image: 'image',
  section: 'band',
  form: 'form',
}

function elementOf(view: DrawnView, element: WebsiteElement, at: number): Html {
  const width = element.type === 'image' ? ` w${Number.parseInt(element.width, 10)}` : ''
  const band = element.type === 'section' ? ` b${at}` : ''
  const shared = { class: `${CLASSES[element.type]}${width}${band}`, 'data-element': view.editing && element.id }
  return html`<div${attributes(shared)}>${contentOf(view, element, at)}</div>`
}

/** An image that is narrower than the page stands beside the text that follows it. */
function elementsOf(view: DrawnView, elements: readonly WebsiteElement[]): Html[] {
  const drawn: Html[] = []
  for (let at = 0; at < elements.length; at++) {
    const [element, next] = [elements[at], elements[at + 1]]
    if (!element) continue
    const own = elementOf(view, element, at)
    if (isNarrow(element) && next && isText(next)) {
      at++
      drawn.push(html`<div class="row">${own}${elementOf(view, next, at)}</div>`)
    } else drawn.push(own)
  }
  return drawn
}

function headerOf(view: DrawnView, current: number): Html {
  const { companyName, logo, menuItems } = view.content.header_config
  const picture = logo ? view.pictureOf(logo) : undefined
  const items = menuItems.flatMap(({ label, path }) => {
    const target = view.targetOf(path)
    const href = hrefOf(view, path)
    if (href === undefined || !target) return []
    const isCurrent = 'page' in target && target.page === current
    return [html`<li>${anchor(href, label, { 'aria-current': isCurrent ? 'page' : undefined })}</li>`]
  })
  const brand = html`${picture && logoOf(picture)}${companyName || view.content.title}`
  return html`<header class="top"><div class="in"><a class="brand" href="${view.base}">${brand}</a><nav aria-label="Pages"><ul>${items}</ul></nav></div></header>`
}

function footerOf(view: DrawnView): Html {
  const { companyName, copyright, socialLinks } = view.content.footer_config
  const links = socialLinks.flatMap(({ platform, url }) => {
    const href = profileHref(view.targetOf, url)
    return href === undefined ? [] : [html`<li>${anchor(href, platform)}</li>`]
  })
  return html`<footer class="end"><div class="in"><p>${companyName && html`<strong>${companyName}</strong> `}${copyright}</p>${links.length > 0 && html`<ul>${links}</ul>`}</div></footer>`
}

/** The style of one page: its rules stand in the document, so that nothing else has to be fetched. */
function styleOf({ header_config: top, footer_config: end }: WebsiteContent, elements: readonly WebsiteElement[]) {
  const pair = (name: string, background: string, color: string) => `${name}{background:${background};color:${color}}`
  const bands = elements.flatMap((element, at) => {
    if (element.type !== 'section') return []
    const background = colorOf(element.backgroundColor, '#f8f9fa')
    return [pair(`.b${at}`, background, textColorOn(background))]
  })
  return [
    SITE_STYLE,
    pair('.top', colorOf(top.backgroundColor, '#ffffff'), colorOf(top.textColor, '#333333')),
    pair('.end', colorOf(end.backgroundColor, '#f8f9fa'), colorOf(end.textColor, '#6c757d')),
    ...bands,
  ].join('')
}

interface SiteDocument {
  html: string
  /** What its style element holds: a policy names it by its hash. */
  style: string
}

interface Frame {
  title: string
  description?: string | undefined
  isHidden?: boolean | undefined
  current: number
  elements: readonly WebsiteElement[]
  main: Html
}

function documentOf(view: DrawnView, { title, description, isHidden, current, elements, main }: Frame): SiteDocument {
  // A frame that is as high as its page must be able to become lower again.
  const style = `${styleOf(view.content, elements)}${view.editing ? 'body{min-height:560px}' : ''}`
  const named = view.content.header_config.companyName || view.content.title
  const whole = [title, named].filter((one, at, all) => one !== '' && all.indexOf(one) === at).join(' · ')
  // The rules are ours and hold no character that HTML gives a meaning to; colours were held against their form.
  const written = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${whole}</title>${description && html`<meta name="description" content="${description}">`}${isHidden && html`<meta name="robots" content="noindex">`}<style${attributes({ nonce: view.editing?.nonce })}>${style}</style></head><body><a class="skip" href="#main">Skip to content</a>${headerOf(view, current)}<main id="main">${main}</main>${footerOf(view)}</body></html>`
  return { html: written.toString(), style }
}

/** One page of a website as a whole document. Nothing that an author wrote becomes a tag, and nothing in it runs. */
export function renderPage(site: SiteView, current: number): SiteDocument | undefined {
  const view = withLinks(site)
  const page = view.content.pages[current]
  if (!page) return undefined
  const { title, description, hidden_from_search: isHidden, elements } = page
  const hasTitle = elements.some((element) => element.type === 'heading' && element.level === 1)
  const main = html`${!hasTitle && html`<h1 class="hidden">${plainTextOf(title)}</h1>`}${elementsOf(view, elements)}`
  return documentOf(view, { title: current === 0 ? '' : title, description, isHidden, current, elements, main })
}

export interface Notice {
  title: string
  text: string
  link?: { label: string; page: number }
}

/** In place of a page, with the website's own header and footer. */
export function renderNotice(site: SiteView, { title, text, link }: Notice): SiteDocument {
  const view = withLinks(site)
  const href = link && urlOf(view, link.page)
  const main = html`<div class="text"><h1>${title}</h1><p>${text}</p>${href !== undefined && html`<p><a class="button" href="${href}">${link?.label}</a></p>`}</div>`
  return documentOf(view, { title, current: -1, elements: [], main })
}
