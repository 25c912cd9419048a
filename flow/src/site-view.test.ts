import { WebsiteContent, type WebsiteElement } from '@throughline/contracts/website-content'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeHtml } from './form/escape.ts'
import { checkWebsite, diffWebsites, hashWebsite } from './site-check.ts'
import { contrastOf, pathsOf, renderPage, type SiteView, targetOf, textColorOn } from './site-view.ts'
import { HOSTILE_TEXTS } from './testing/hostile-texts.ts'
import { seedOfThisRun } from './testing/seed.ts'

const PICTURE = '018f6f2a-0000-7000-8000-00000000b001'
const FORM = '018f6f2a-0000-7000-8000-00000000f001'

function siteWith(text: string, link = text): unknown {
  const elements = [
    { id: 'h', type: 'heading', content: text, level: 2 },
    { id: 'p', type: 'paragraph', content: `${text} **${text}** [${text}](${link})` },
    { id: 'i', type: 'image', src: PICTURE, alt: text, width: '50%' },
    { id: 's', type: 'section', title: text, content: text, backgroundColor: '#123456' },
    { id: 'f', type: 'form', form_id: FORM },
  ]
  return {
    title: text.slice(0, 200),
    pages: [
      { id: 'home', title: text.slice(0, 120), description: text.slice(0, 300), elements },
      { id: 'about', title: 'About', elements: [] },
    ],
    header_config: {
      companyName: text.slice(0, 120),
      logo: PICTURE,
      backgroundColor: '#ffffff',
      textColor: '#333333',
      menuItems: [
        { label: text.slice(0, 60), path: '/about' },
        { label: 'x', path: link },
      ],
    },
    footer_config: {
      companyName: text.slice(0, 120),
      copyright: text.slice(0, 300),
      backgroundColor: '#f8f9fa',
      textColor: '#6c757d',
      socialLinks: [{ platform: 'Twitter', url: link }],
    },
  }
}

const viewOf = (content: WebsiteContent): SiteView => ({
  content,
  base: '/public/websites/x',
  pictureUrl: (id) => `/public/websites/x/pictures/${id}`,
  formOf: (id) => ({ url: `https://forms.example/public/forms/${id}`, title: content.title }),
})

const TAGS = new Set(
  'html head meta title style body a header div img nav ul li main h1 h2 h3 h4 h5 h6 p br strong em footer iframe'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  'lang charset name content class href rel aria-label aria-current id src alt title'.split(' '),
)

const LEADS = /^(\/public\/|#main$|https:|mailto:|tel:)/

/** Tags, attributes and addresses of a document that no page of ours has: none where every text was escaped. */
function strangeParts(html: string): string[] {
  const tags = [...html.slice('<!doctype html>'.length).matchAll(/<(\/?)([^\s>]*)([^>]*)>/g)]
  return tags.flatMap(([whole, closing, name = '', rest = '']) => {
    const parts = [...rest.matchAll(/\s([^\s="]+)(?:="([^"]*)")?/g)]
    const isOurs =
      TAGS.has(name) &&
      !(closing && rest) &&
      parts.every(
        ([, part = '', value = '']) => ATTRIBUTES.has(part) && (!/^(href|src)$/.test(part) || LEADS.test(value)),
      )
    return isOurs ? [] : [whole]
  })
}

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
      width: fc.constantFrom('25%' as const, '100%' as const),
    }),
    fc.record({
      id: fc.constant(id),
      type: fc.constant('section' as const),
      title: text,
      content: text,
      backgroundColor: color,
    }),
  )
const site = fc
  .tuple(
    text,
    fc.array(
      fc.tuple(
        text,
        fc
          .integer({ min: 0, max: 5 })
          .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => element(`e${at}`)))),
      ),
      { maxLength: 4 },
    ),
    color,
    text,
  )
  .map(
    ([title, pages, background, link]): WebsiteContent => ({
      title,
      pages: pages.map(([name, elements], at) => ({ id: `p${at}`, title: name, elements: [...elements] })),
      header_config: {
        companyName: title,
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

const SEED = seedOfThisRun()
test.each([1, 2, 3, 4])(
  '1,000 random websites draw harmless pages, always alike, at their own addresses: quarter %i',
  (quarter) => {
    fc.assert(
      fc.property(site, (content) => {
        const paths = pathsOf(content.pages)
        expect(new Set(paths).size).toBe(paths.length)
        expect(diffWebsites(content, structuredClone(content))).toEqual([])
        expect(hashWebsite(structuredClone(content))).toBe(hashWebsite(content))
        checkWebsite(content, { hasPicture: () => true, isPublishedForm: () => true })
        content.pages.forEach((_, at) => {
          const drawn = renderPage(viewOf(content), at)
          expect(renderPage(viewOf(structuredClone(content)), at)).toEqual(drawn)
          expect(drawn?.style).not.toMatch(/[<>&"']/)
          expect(strangeParts(drawn?.html ?? '')).toEqual([])
        })
      }),
      { numRuns: 250, seed: SEED + quarter },
    )
  },
)

test('links lead to own pages, the web, mail and phones, and nowhere else', () => {
  const content = WebsiteContent.parse(siteWith('x', '/about'))
  expect(targetOf(content, '/about/')).toEqual({ page: 1 })
  expect(targetOf(content, '/')).toEqual({ page: 0 })
  for (const link of ['https://a.example/b', 'mailto:a@b.example', 'tel:+1 (555) 010'])
    expect(targetOf(content, link)).toBeDefined()
  for (const link of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://a.example',
    '//a.example',
    '/nowhere',
    'about',
    'https://',
  ])
    expect(targetOf(content, link), link).toBeUndefined()
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
