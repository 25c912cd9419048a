import { fireEvent, waitFor, within } from '@testing-library/react'
import type { WebsiteElement } from '@throughline/contracts/website-content'
import type { WebsiteProblem } from '@throughline/contracts/websites'
import { expect, test } from 'vitest'
import { spec, texts } from '../builder.texts.ts'
import { openWebsites, SITE, website } from '../testing/open-websites.tsx'

const GET = `GET /v1/websites/${SITE}/`
const PUT = `PUT /v1/websites/${SITE}/`

function open(elements: WebsiteElement[], problems: WebsiteProblem[]) {
  const { pages } = website()
  const data = website({ pages: pages.map((page, at) => (at === 0 ? { ...page, elements } : page)), problems })
  return openWebsites(`/website-builder/${SITE}`, {
    [GET]: { body: { data } },
    [PUT]: { body: { data: { ...data, version: 2 } } },
  })
}

async function save(view: ReturnType<typeof open>) {
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  await waitFor(() => expect(view.server.sent(PUT)).toHaveLength(1))
  return view.server.sent(PUT)[0]
}

const image: WebsiteElement = { id: 'i', type: 'image', src: '', alt: '', width: '100%' }

test('each check that failed has its repair as a button, and those that passed stand below', async () => {
  const problems: WebsiteProblem[] = [
    { code: 'contrast', level: 'warning', name: 'footer' },
    { code: 'alt_missing', level: 'warning', page: 'home', element: 'i' },
  ]
  const view = open([image, { id: 'h', type: 'heading', content: 'Welcome', level: 1 }], problems)
  const press = async (name: string) => {
    fireEvent.click(await view.findByRole('button', { name: texts.checkCount(2) }))
    const dialog = within(await view.findByRole('dialog', { name: texts.checks }))
    const passed = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(passed.slice(2)).toEqual([texts.passed.titles, texts.passed.links, texts.passed.headings])
    fireEvent.click(dialog.getByRole('button', { name }))
  }
  await press(texts.markDecorative)
  await press('Dark text 19.9:1')
  expect(await save(view)).toMatchObject({
    pages: [{ elements: [{ decorative: true }, {}] }, {}, {}, {}],
    footer_config: { textColor: '#000000' },
  })
})

test('the page on the canvas says what it weighs, and one that is too heavy is a warning that leads to it', async () => {
  const weights = (home: number) => ({
    body: {
      data: [
        { page: 'home', bytes: home },
        { page: 'about', bytes: 31_744 },
      ],
    },
  })
  const WEIGHTS = `GET /v1/websites/${SITE}/weights/`
  const view = openWebsites(`/website-builder/${SITE}`, {
    [GET]: { body: { data: website() } },
    [WEIGHTS]: weights(11_674),
  })
  fireEvent.click(await view.findByRole('button', { name: texts.checks }))
  const dialog = within(await view.findByRole('dialog', { name: texts.checks }))
  expect(await dialog.findByText('Home is 11.4 KB (limit 25 KB)')).toBeTruthy()
  const heavy = within(dialog.getByText(texts.publishing.heavy('About', '31 KB', '25 KB')))
  expect(dialog.queryByText(/^About is 31 KB \(limit/)).toBeNull()
  fireEvent.click(heavy.getByRole('button', { name: texts.show }))
  const tabs = within(view.getByRole('navigation', { name: texts.pageTabs }))
  expect(tabs.getByRole('button', { name: 'About' }).getAttribute('aria-current')).toBe('page')
})

test('colors that are hard to read are repaired where they are chosen', async () => {
  const view = open([], [])
  fireEvent.click(await view.findByRole('tab', { name: spec.settings }))
  fireEvent.click(view.getByRole('button', { name: spec.editHeader }))
  fireEvent.change(view.getByRole('textbox', { name: texts.background }), { target: { value: '#123456' } })
  fireEvent.click(view.getByRole('button', { name: /^Light text 12\.\d:1$/ }))
  expect(await save(view)).toMatchObject({ header_config: { backgroundColor: '#123456', textColor: '#ffffff' } })
})

test('a page says where it was before, and until when', async () => {
  const moves = [
    { page: 'about', path: 'team', until: '2026-10-02T10:00:00.000Z' },
    { page: 'offerings', path: 'services', until: null },
  ]
  const view = openWebsites(`/website-builder/${SITE}`, { [GET]: { body: { data: website({ moves }) } } })
  fireEvent.click(await view.findByRole('tab', { name: spec.pages }))
  fireEvent.click(view.getByRole('button', { name: /^About ?\/about$/ }))
  expect(view.getByText(/^Was \/team until Oct 2/)).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: /^Offerings ?\/offerings$/ }))
  expect(view.getByText(texts.wasAt('services'))).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: /^Contact ?\/contact$/ }))
  expect(view.getByText(texts.addressHint)).toBeTruthy()
})

test('a page is taken out of the menu and kept from search engines; its description is counted', async () => {
  const view = open([], [])
  fireEvent.click(await view.findByRole('tab', { name: spec.pages }))
  fireEvent.click(view.getByRole('button', { name: /^About ?\/about$/ }))
  fireEvent.click(view.getByRole('switch', { name: texts.inMenu }))
  fireEvent.click(view.getByRole('switch', { name: texts.visibleToSearch }))
  fireEvent.change(view.getByRole('textbox', { name: texts.description }), { target: { value: 'Who we are' } })
  expect(view.getByText(texts.descriptionCount(10))).toBeTruthy()
  expect(await save(view)).toMatchObject({
    pages: [{}, { description: 'Who we are', hidden_from_search: true }, {}, {}],
    header_config: { menuItems: [{ path: '/' }, { path: '/offerings' }, { path: '/contact' }] },
  })
  fireEvent.click(view.getByRole('switch', { name: texts.inMenu }))
  expect(view.getByRole('switch', { name: texts.inMenu }).getAttribute('aria-checked')).toBe('true')
})
