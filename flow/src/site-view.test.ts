import {
  DEFAULT_IMAGE_ALT,
  defaultWebsite,
  IMAGE_WIDTHS,
  WebsiteContent,
  type WebsiteElement,
} from '@throughline/contracts/website-content'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHtml } from './form/escape.ts'
import { checkWebsite, diffWebsites, hashWebsite } from './site-check.ts'
import { contrastOf, linkReader, pathsOf, renderPage, type SiteView, textColorOn } from './site-view.ts'
import { FORM, PICTURE, siteWith, strangeParts } from './testing/hostile-site.ts'
import { HOSTILE_TEXTS } from './testing/hostile-texts.ts'
import { seedOfThisRun } from './testing/seed.ts'

const viewOf = (content: WebsiteContent): SiteView => ({
  content,
  base: '/public/websites/x',
  pictureOf: (id) => ({
    url: `/public/websites/x/pictures/${id}`,
    drawn: { width: 1600, height: 900, smaller: [960, 480] },
  }),
  formOf: (id) => ({ url: `https://forms.example/public/forms/${id}`, title: content.title }),
})

test('200 hostile texts in every field are texts: no tag, attribute or address comes of them', () => {
  for (const text of HOSTILE_TEXTS) {
    const content = WebsiteContent.parse(siteWith(text))
    const html = renderPage(viewOf(content), 0)?.html ?? ''
    expect(strangeParts(html)).toEqual([])
    expect(html).toContain(`<h2>${escapeHtml(text)}</h2>`)
  }
})

const text = fc.oneof(
  fc.string({ maxLength: 60, unit: 'grapheme' }),
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom(
    '**a**',
    '*b*',
    '[c](/about)',
    '[d](javascript:alert(1))',
    '[e](https://a.example/?q="x")',
    'a\n\nb\nc',
  ),
)
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const element = (id: string): fc.Arbitrary<WebsiteElement> =>
  fc.oneof(
    fc.record({
      id: fc.constant(id),
      type: fc.constant('heading' as const),
      content: text,
      level: fc.integer({ min: 1, max: 6 }),
    }),
    fc.record({ id: fc.constant(id), type: fc.constant('paragraph' as const), content: text }),
    fc.record({
      id: fc.constant(id),
      type: fc.constant('image' as const),
      src: fc.constantFrom('', PICTURE),
      alt: text,
      width: fc.constantFrom(...IMAGE_WIDTHS),
      decorative: fc.boolean(),
    }),
    fc.record({
      id: fc.constant(id),
      type: fc.constant('section' as const),
      title: text,
      content: text,
      backgroundColor: color,
    }),
    fc.record({ id: fc.constant(id), type: fc.constant('form' as const), form_id: fc.constantFrom(null, FORM) }),
  )
const page = fc.record(
  {
    title: text.map((title) => title.slice(0, 120)),
    path: fc.constantFrom('about', 'page-2', 'a-b-c'),
    description: text.map((description) => description.slice(0, 300)),
    hidden_from_search: fc.boolean(),
  },
  { requiredKeys: ['title'] },
)
const site = fc
  .tuple(
    text,
    fc.array(
      fc.tuple(
        page,
        fc
          .integer({ min: 0, max: 5 })
          .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => element(`e${at}`)))),
      ),
      { maxLength: 4 },
    ),
    color,
    text,
    fc.constantFrom('', PICTURE),
  )
  .map(
    ([title, pages, background, link, logo]): WebsiteContent => ({
      title,
      pages: pages.map(([facts, elements], at) => ({ id: `p${at}`, ...facts, elements: [...elements] })),
      header_config: {
        companyName: title,
        logo,
        backgroundColor: background,
        textColor: '#000000',
        menuItems: [{ label: title, path: link }],
      },
      footer_config: {
        companyName: title,
        copyright: link,
        backgroundColor: background,
        textColor: '#000000',
        socialLinks: [{ platform: 'YouTube', url: link }],
      },
    }),
  )

/** What the builder's canvas shows, without what only the canvas has: ids, the name in place of a form, empty pictures. */
const withoutCanvasParts = (html: string) =>
  html
    .replaceAll(/ (data-element|nonce)="[^"]*"/g, '')
    .replace('body{min-height:560px}', '')
    .replaceAll('<div class="blank">the form</div>', '<iframe></iframe>')
    .replaceAll('<div class="blank">no form</div>', '')
    .replaceAll('<div class="blank"></div>', '')
const editing = { formName: (id: string | null) => (id === null ? 'no form' : 'the form'), nonce: 'n' }
const withoutFormPages = (html: string) => html.replaceAll(/<iframe [^>]*>/g, '<iframe>')

/** As a database may give it back: the same content, its keys in another order. */
const reordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, one]) => [key, reordered(one)]),
  )
}

const SEED = seedOfThisRun()
test.each([1, 2, 3, 4])(
  '1,000 random websites draw harmless pages, alike on the canvas, in public and rolled back: quarter %i',
  (quarter) => {
    fc.assert(
      fc.property(site, (content) => {
        const paths = pathsOf(content.pages)
        expect(new Set(paths).size).toBe(paths.length)
        expect(diffWebsites(content, structuredClone(content))).toEqual([])
        expect(hashWebsite(structuredClone(content))).toBe(hashWebsite(content))
        checkWebsite(content, { hasPicture: () => true, isPublishedForm: () => true })
        const restored: WebsiteContent = JSON.parse(JSON.stringify(reordered(content)))
        expect(hashWebsite(restored)).toBe(hashWebsite(content))
        content.pages.forEach((_, at) => {
          const drawn = renderPage(viewOf(content), at)
          expect(renderPage(viewOf(restored), at)).toEqual(drawn)
          const canvas = renderPage({ ...viewOf(content), editing }, at)?.html ?? ''
          expect(withoutCanvasParts(canvas)).toBe(withoutFormPages(drawn?.html ?? ''))
          expect(drawn?.style).not.toMatch(/[<>&"']/)
          expect(strangeParts(drawn?.html ?? '')).toEqual([])
        })
      }),
      { numRuns: 250, seed: SEED + quarter },
    )
  },
)

const pictureFromBefore = (id: string) => ({ url: `/public/websites/x/pictures/${id}` })

/** Where the bytes are to change, say so in the changelog: every published page changes with them. */
test.each([
  ['a new website', defaultWebsite('Harbor', 2026), pictureFromBefore],
  ['one of every element', siteWith('Plans **and** prices', 'https://a.example/b'), pictureFromBefore],
  ['pictures at three widths', siteWith('Plans **and** prices', 'https://a.example/b'), undefined],
])('documents that were published before are drawn with the same bytes: %s', async (name, content, pictureOf) => {
  const view = viewOf(content)
  const pages = content.pages.map((_, at) => renderPage({ ...view, pictureOf: pictureOf ?? view.pictureOf }, at)?.html)
  await expect(pages.join('\n')).toMatchFileSnapshot(`./testing/golden/${name.replaceAll(' ', '-')}.txt`)
})

test('links lead to own pages, the web, mail and phones, and nowhere else', () => {
  const targetOf = linkReader(WebsiteContent.parse(siteWith('x', '/about')))
  expect(targetOf('/about/')).toEqual({ page: 1 })
  expect(targetOf('/')).toEqual({ page: 0 })
  for (const link of ['https://a.example/b', 'mailto:a@b.example', 'tel:+1 (555) 010'])
    expect(targetOf(link)).toBeDefined()
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://a.example',
    '//a.example',
    '/nowhere',
    'about',
    'https://',
  ])
    expect(targetOf(link), link).toBeUndefined()
})

test('80,000 links are checked and drawn without asking all pages for each of them', () => {
  const content = WebsiteContent.parse(siteWith('x'))
  const elements = Array.from({ length: 50 }, (_, at) => ({
    id: `p-${at}`,
    type: 'paragraph' as const,
    content: '[a](/)'.repeat(1_600),
  }))
  let titlesRead = 0
  const pages = Array.from({ length: 50 }, (_, at) => ({
    id: `page-${at}`,
    elements: at === 0 ? elements : [],
    get title() {
      titlesRead += 1
      return `Page ${at}`
    },
  }))
  const large = { ...content, pages }
  checkWebsite(large, { hasPicture: () => true, isPublishedForm: () => true })
  expect(renderPage(viewOf(large), 0)?.html.split('<a href="/public/websites/x">a</a>')).toHaveLength(80_001)
  expect(titlesRead).toBeLessThan(1_000)
})

test('a paragraph that is only a link is a button, and marks are drawn', () => {
  const content = WebsiteContent.parse(siteWith('x'))
  const [page] = content.pages
  if (!page) throw new Error('no page')
  page.elements = [
    { id: 'a', type: 'paragraph', content: '[Write to us](mailto:a@b.example)' },
    { id: 'b', type: 'paragraph', content: 'So **bold** and *slanted*, 2 * 3 * 4' },
  ]
  const html = renderPage(viewOf(content), 0)?.html ?? ''
  expect(html).toContain('<p><a href="mailto:a@b.example" class="button">Write to us</a></p>')
  expect(html).toContain('<p>So <strong>bold</strong> and <em>slanted</em>, 2 * 3 * 4</p>')
})

test('a page that is kept from search engines asks them to leave it out, and no other page does', () => {
  const content = WebsiteContent.parse(siteWith('x'))
  const [home, about] = content.pages
  if (!home || !about) throw new Error('no page')
  const hidden = { ...content, pages: [home, { ...about, hidden_from_search: true }] }
  const robots = '<meta name="robots" content="noindex">'
  expect(renderPage(viewOf(hidden), 0)?.html).not.toContain(robots)
  expect(renderPage(viewOf(hidden), 1)?.html).toContain(robots)
  expect(diffWebsites(content, hidden)).toMatchObject([{ kind: 'changed', what: 'page', name: 'About' }])
})

test('the text of a section can be read on every background', () => {
  fc.assert(fc.property(color, (background) => contrastOf(background, textColorOn(background)) >= 4.5))
})

test('what stands in the way of publishing, and what is worth a look, is found', () => {
  const content = WebsiteContent.parse(siteWith('x', '/nowhere'))
  const problems = checkWebsite(content, { hasPicture: () => false, isPublishedForm: () => false })
  expect(problems.map(({ code, level }) => `${level} ${code}`)).toEqual([
    'error link_nowhere',
    'error link_nowhere',
    'warning contrast',
    'error link_nowhere',
    'warning picture_missing',
    'error form_unpublished',
  ])
})

test('an image that still has the text it was made with has no description', () => {
  const content = WebsiteContent.parse(siteWith('x', '/about'))
  const codesWith = (alt: string, decorative = false) => {
    const elements = [{ id: 'i', type: 'image' as const, src: PICTURE, alt, width: '100%' as const, decorative }]
    const pages = content.pages.map((page, at) => (at === 0 ? { ...page, elements } : page))
    const facts = { hasPicture: () => true, isPublishedForm: () => true }
    return checkWebsite({ ...content, pages }, facts).map(({ code }) => code)
  }
  for (const alt of ['', ' ', DEFAULT_IMAGE_ALT, ` ${DEFAULT_IMAGE_ALT} `])
    expect(codesWith(alt), alt).toContain('alt_missing')
  expect(codesWith('The harbor at dusk')).not.toContain('alt_missing')
  expect(codesWith(DEFAULT_IMAGE_ALT, true)).not.toContain('alt_missing')
})

test('a social link that passes the check is one that the footer shows', () => {
  const content = WebsiteContent.parse(siteWith('x', '/about'))
  const checked = (url: string) => {
    const footer_config = { ...content.footer_config, socialLinks: [{ platform: 'LinkedIn' as const, url }] }
    const changed = { ...content, footer_config }
    const problems = checkWebsite(changed, { hasPicture: () => true, isPublishedForm: () => true })
    const isShown = renderPage(viewOf(changed), 0)?.html.includes('>LinkedIn</a>')
    return [problems.some(({ code }) => code === 'link_nowhere'), isShown]
  }
  expect(checked('https://www.linkedin.com/company/example')).toEqual([false, true])
  for (const url of ['/about', '/', 'mailto:a@b.example', 'tel:+1555010', 'linkedin.com/example'])
    expect(checked(url), url).toEqual([true, false])
  expect(checked('')).toEqual([false, false])
})
