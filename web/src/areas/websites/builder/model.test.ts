import { defaultWebsite } from '@throughline/contracts/website-content'
import { expect, test } from 'vitest'
import { addElement, addPage, changePage, duplicateElement, movePage, placeElement, removePage } from './model.ts'

const site = () => defaultWebsite('Harbor', 2026)
const menu = (content: ReturnType<typeof site>) =>
  content.header_config.menuItems.map(({ label, path }) => `${label} ${path}`)

test('a page that is renamed takes its menu item and its link along', () => {
  const content = site()
  const [, about] = content.pages
  if (!about) throw new Error('no page')
  expect(menu(changePage(content, { ...about, title: 'Our team' }))[1]).toBe('Our team /our-team')
})

test('no other menu item is renamed with a page, and one whose label is cut still is', () => {
  const content = site()
  const item = (label: string, path: string) => ({ label, path })
  const withMenu = (menuItems: { label: string; path: string }[], title = 'About') => ({
    ...content,
    pages: content.pages.map((page) => (page.id === 'about' ? { ...page, title, path: 'about' } : page)),
    header_config: { ...content.header_config, menuItems },
  })
  const renamed = (of: ReturnType<typeof site>) => {
    const page = of.pages.find(({ id }) => id === 'about')
    return page ? menu(changePage(of, { ...page, title: 'Team' })) : []
  }
  const others = [item('About', '/contact'), item('About', 'https://a.example')]
  expect(renamed(withMenu([...others, item('About', '/about')]))).toEqual([
    'About /contact',
    'About https://a.example',
    'Team /about',
  ])
  const long = 'a'.repeat(100)
  expect(renamed(withMenu([item(long.slice(0, 60), '/about')], long))).toEqual(['Team /about'])
})

test('links in texts follow a page to its new address, also when two pages change places', () => {
  const text = (content: string) => ({ id: 'text', type: 'paragraph' as const, content })
  const content = site()
  const [home, about] = content.pages
  if (!home || !about) throw new Error('no page')
  home.elements = [text('See [us](/about), **[b](/about)** and [all](/offerings) from [home](/)')]
  const renamed = changePage(content, { ...about, path: 'team' })
  expect(renamed.pages[0]?.elements).toEqual([
    text('See [us](/team), **[b](/about)** and [all](/offerings) from [home](/)'),
  ])
  expect(renamed.pages[1]?.elements).toBe(about.elements)
  const swapped = movePage(content, 'about', -1)
  expect(swapped.pages[1]?.elements).toEqual([
    text('See [us](/), **[b](/about)** and [all](/offerings) from [home](/home)'),
  ])
  expect(removePage(content, 'about').pages[0]).toBe(home)
})

test('a page that is deleted takes its menu item along, and one always stays', () => {
  let content = site()
  for (const { id } of content.pages.slice(1)) content = removePage(content, id)
  expect(menu(content)).toEqual(['Home /'])
})

test('the page that comes first stands at the website’s own address, and links follow', () => {
  const content = movePage(site(), 'about', -1)
  expect(content.pages.map(({ title }) => title).slice(0, 2)).toEqual(['About', 'Home'])
  expect(menu(content).slice(0, 2)).toEqual(['Home /home', 'About /'])
})

test('a new page is in the menu', () => {
  expect(menu(addPage(site()).content).at(-1)).toBe('New page /new-page')
})

test('elements come below the selected one, and every id is used once', () => {
  const first = addElement(site(), 'home', 'heading')
  const second = addElement(first.content, 'home', 'paragraph', first.id)
  const third = addElement(second.content, 'home', 'image', first.id)
  const copy = duplicateElement(third.content, 'home', first.id)
  const elements = copy.content.pages[0]?.elements ?? []
  expect(elements.map(({ type }) => type)).toEqual(['heading', 'heading', 'image', 'paragraph'])
  expect(new Set(elements.map(({ id }) => id)).size).toBe(4)
  const ids = (content: ReturnType<typeof site>, page: number) => content.pages[page]?.elements.map(({ id }) => id)
  const moved = placeElement(copy.content, first.id, { page: 'home', after: copy.id })
  expect(ids(moved, 0)?.slice(0, 2)).toEqual([copy.id, first.id])
  expect(ids(placeElement(moved, first.id, { page: 'home', after: undefined }), 0)?.[0]).toBe(first.id)
  const elsewhere = placeElement(moved, first.id, { page: 'about', after: undefined })
  expect([ids(elsewhere, 0)?.length, ids(elsewhere, 1)]).toEqual([3, [first.id]])
})
