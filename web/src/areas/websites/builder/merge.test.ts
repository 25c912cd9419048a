import { defaultWebsite, type WebsiteContent, type WebsiteElement } from '@throughline/contracts/website-content'
import { expect, test } from 'vitest'
import { mergeWebsites } from './merge.ts'
import { removePage } from './model.ts'

const text = (id: string, content: string): WebsiteElement => ({ id, type: 'paragraph', content })
const site = (home: WebsiteElement[], change: Partial<WebsiteContent> = {}): WebsiteContent => {
  const made = defaultWebsite('Harbor', 2026)
  return { ...made, pages: made.pages.map((page, at) => (at === 0 ? { ...page, elements: home } : page)), ...change }
}
const on = ({ pages }: WebsiteContent, id: string) =>
  pages
    .find((page) => page.id === id)
    ?.elements.map((element) => (element.type === 'paragraph' ? element.content : element.type))

const base = site([text('a', 'One'), text('b', 'Two'), text('c', 'Three')])

/** As when somebody moves it there. */
const moved = (of: WebsiteContent, id: string, page: string): WebsiteContent => {
  const element = of.pages.flatMap(({ elements }) => elements).find((one) => one.id === id)
  return {
    ...of,
    pages: of.pages.map((one) => ({
      ...one,
      elements: [...one.elements.filter((other) => other.id !== id), ...(element && one.id === page ? [element] : [])],
    })),
  }
}

test('what each side did at another place is all there', () => {
  const mine = site([text('a', 'First'), text('b', 'Two'), text('n', 'New'), text('c', 'Three')])
  const theirs = site([text('a', 'One'), text('c', 'Third')], { title: 'Harbor & Vale' })
  const { content, conflicts } = mergeWebsites(base, mine, theirs)
  expect(conflicts).toEqual([])
  expect(content.title).toBe('Harbor & Vale')
  expect(on(content, 'home')).toEqual(['First', 'New', 'Third'])
})

test('the same text changed by both asks, and the answer counts', () => {
  const mine = site([text('a', 'Mine'), ...(base.pages[0]?.elements.slice(1) ?? [])])
  const theirs = site([text('a', 'Theirs'), ...(base.pages[0]?.elements.slice(1) ?? [])])
  expect(mergeWebsites(base, mine, theirs).conflicts).toMatchObject([{ key: 'a.content', mine: 'Mine' }])
  expect(on(mergeWebsites(base, mine, theirs, { 'a.content': 'theirs' }).content, 'home')?.[0]).toBe('Theirs')
})

test('an element that one side moved to another page and the other changed is there, changed', () => {
  const theirs = site([text('a', 'Changed'), text('b', 'Two'), text('c', 'Three')])
  const { content, conflicts } = mergeWebsites(base, moved(base, 'a', 'about'), theirs)
  expect(conflicts).toEqual([])
  expect(on(content, 'home')).toEqual(['Two', 'Three'])
  expect(on(content, 'about')).toEqual(['Changed'])
})

test('a page that one side deleted goes; one that the other changed meanwhile asks first', () => {
  const mine = removePage(base, 'contact')
  expect(on(mergeWebsites(base, mine, base).content, 'contact')).toBeUndefined()
  const theirs = moved(base, 'a', 'contact')
  const { content, conflicts } = mergeWebsites(base, mine, theirs)
  expect(conflicts.map(({ key }) => key)).toEqual(['page contact'])
  expect(on(content, 'contact')).toEqual(['One'])
  expect(on(mergeWebsites(base, mine, theirs, { 'page contact': 'mine' }).content, 'contact')).toBeUndefined()
})

test('header and footer are merged by their fields', () => {
  const mine = { ...base, header_config: { ...base.header_config, companyName: 'Vale' } }
  const theirs = { ...base, header_config: { ...base.header_config, textColor: '#000000' } }
  const { content, conflicts } = mergeWebsites(base, mine, theirs)
  expect(conflicts).toEqual([])
  expect(content.header_config).toMatchObject({ companyName: 'Vale', textColor: '#000000' })
})
