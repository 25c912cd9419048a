import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { draftTexts } from '../../../shared/draft/draft.texts.ts'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { spec, texts } from '../builder.texts.ts'
import { openWebsites, published, SITE, website } from '../testing/open-websites.tsx'
import { websiteCalls } from '../websites.api.ts'
import { siteHtml } from './site-html.ts'

const GET = `GET /v1/websites/${SITE}/`
const PUT = `PUT /v1/websites/${SITE}/`

const open = (answers: Parameters<typeof openWebsites>[1] = {}, role?: Parameters<typeof openWebsites>[2]) =>
  openWebsites(`/website-builder/${SITE}`, { [GET]: { body: { data: website() } }, ...answers }, role)

test('says that it is loading, that it failed, and that a website is not there, in the specification’s words', async () => {
  const loading = open({ [GET]: 'silent' })
  expect(await loading.findByText(spec.loading)).toBeTruthy()
  loading.unmount()
  const failed = open({ [GET]: refusal(500, 'unknown', 'x') })
  expect(await failed.findByText(spec.loadFailed)).toBeTruthy()
  failed.unmount()
  const gone = open({ [GET]: refusal(404, 'not_found', 'This website was not found') })
  expect(await gone.findByText(texts.missing)).toBeTruthy()
})

test('begins in edit mode with the default pages; Save is off until something changes', async () => {
  const view = open()
  const tabs = within(await view.findByRole('navigation', { name: texts.pageTabs }))
  expect(tabs.getAllByRole('button').map((tab) => tab.textContent)).toEqual([
    'Home',
    'About',
    'Offerings',
    'Contact',
    '',
  ])
  expect(view.getByText(spec.emptyPage)).toBeTruthy()
  const save = view.getByRole('button', { name: /^Save/ })
  expect(save.hasAttribute('disabled')).toBe(true)
  fireEvent.click(view.getByRole('button', { name: texts.kinds.heading }))
  expect(save.hasAttribute('disabled')).toBe(false)
  expect(view.getByRole('option', { name: /^1 of 1, Heading: New Heading/ })).toBeTruthy()
})

test('elements are added, written, moved, duplicated and deleted by keys alone, and moves are said', async () => {
  const view = open()
  for (const kind of ['heading', 'paragraph'] as const)
    fireEvent.click(await view.findByRole('button', { name: texts.kinds[kind] }))
  const list = view.getByRole('listbox', { name: texts.onPage })
  const names = () => view.getAllByRole('option').map((option) => option.getAttribute('aria-label'))
  fireEvent.keyDown(list, { key: 'ArrowUp', altKey: true })
  expect(names()).toEqual(['1 of 2, Paragraph: New paragraph', '2 of 2, Heading: New Heading'])
  expect(view.getByText('Paragraph moved to 1 of 2')).toBeTruthy()
  fireEvent.keyDown(list, { key: 'd', ctrlKey: true })
  expect(names()).toHaveLength(3)
  fireEvent.keyDown(list, { key: 'Delete' })
  expect(names()).toHaveLength(2)
  fireEvent.keyDown(list, { key: 'Home' })
  fireEvent.keyDown(list, { key: 'Enter' })
  const text = await view.findByRole('textbox', {
    name: texts.writing.label(texts.kinds.paragraph, texts.writing.content),
  })
  expect(document.activeElement).toBe(text)
  text.textContent = 'We finish on time'
  fireEvent.input(text)
  expect(names()[0]).toBe('1 of 2, Paragraph: We finish on time')
  fireEvent.keyDown(text, { key: 'Escape' })
  expect(document.activeElement).toBe(list)
  fireEvent.keyDown(list, { key: 'z', ctrlKey: true })
  expect(names()[0]).toBe('1 of 2, Paragraph: New paragraph')
})

test('Move to… is the twin of every drag, and a slash adds an element, by keys alone', async () => {
  const view = open()
  for (const kind of ['heading', 'paragraph'] as const)
    fireEvent.click(await view.findByRole('button', { name: texts.kinds[kind] }))
  const list = view.getByRole('listbox', { name: texts.onPage })
  const names = () => view.queryAllByRole('option').map((option) => option.getAttribute('aria-label'))
  fireEvent.keyDown(list, { key: 'm' })
  expect((await view.findByRole('menuitem', { name: /^Down/ })).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(view.getByRole('menuitem', { name: /^To the top/ }))
  expect(names()).toEqual(['1 of 2, Paragraph: New paragraph', '2 of 2, Heading: New Heading'])
  fireEvent.keyDown(list, { key: 'm' })
  fireEvent.click(await view.findByRole('menuitem', { name: texts.moving.toPage('About') }))
  expect(names()).toEqual(['1 of 1, Heading: New Heading'])
  expect(view.getByText('Paragraph moved to the About page')).toBeTruthy()
  fireEvent.keyDown(list, { key: '/' })
  fireEvent.click(await view.findByRole('menuitem', { name: texts.kinds.section }))
  expect(names()).toEqual(['1 of 2, Heading: New Heading', '2 of 2, Section: New section'])
})

const VERSIONS = `GET /v1/websites/${SITE}/versions/`
const version = { number: 1, note: '', published_at: '2026-11-12T10:00:00.000Z', published_by: null, change_count: 7 }

const again = website({ ...published, current_version: 3, draft_changes: 0, version: 4 })

test.each([
  ['a new version', { body: { publishUrl: again.publishUrl, data: again } }],
  ['what visitors read already', refusal(409, 'nothing_to_publish', 'Nothing has changed since version 2')],
])('versions are loaded, looked at and made public again, as %s; when that fails it says so', async (_, answer) => {
  const now = website({ ...published, current_version: 2 })
  const { title, pages, header_config, footer_config } = website({ title: 'As it was' })
  const first = { ...version, content: { title, pages, header_config, footer_config }, changes: [] }
  const view = open({
    [GET]: { body: { data: now } },
    [VERSIONS]: refusal(500, 'unknown', 'x'),
    [`${VERSIONS}1/`]: { body: { data: first } },
    [`POST /v1/websites/${SITE}/versions/1/restore/`]: { body: { data: website({ ...published, version: 3 }) } },
    [`POST /v1/websites/${SITE}/publish/`]: refusal(500, 'unknown', 'x'),
  })
  fireEvent.click(await view.findByRole('button', { name: texts.versions }))
  expect(await view.findByText(texts.history.failed)).toBeTruthy()
  view.server.change(VERSIONS, { body: { data: [version], pagination: { next_cursor: null } } })
  fireEvent.click(view.getByRole('button', { name: /try again/i }))
  fireEvent.click(await view.findByRole('button', { name: /^Version 1/ }))
  expect(await view.findByText(texts.history.showing(1))).toBeTruthy()
  const rollBack = async () => {
    fireEvent.click(view.getByRole('button', { name: texts.history.rollBack(1) }))
    const ask = within(await view.findByRole('alertdialog', { name: texts.history.askRollBack(1) }))
    fireEvent.click(ask.getByRole('button', { name: texts.history.rollBack(1) }))
    return ask
  }
  const ask = await rollBack()
  await waitFor(() => expect(view.said()).toContain(spec.publishFailed))
  view.server.change(`POST /v1/websites/${SITE}/publish/`, answer)
  fireEvent.click(ask.getByRole('button', { name: texts.history.rollBack(1) }))
  await waitFor(() => expect(view.said()).toContain(texts.history.rolledBack(1)))
})

test('a published website is taken offline from its builder', async () => {
  const view = open({
    [GET]: { body: { data: website({ ...published }) } },
    [`POST /v1/websites/${SITE}/unpublish/`]: { body: { data: website() } },
  })
  fireEvent.click(await view.findByRole('button', { name: texts.siteActs }))
  fireEvent.click(await view.findByRole('menuitem', { name: texts.unpublish }))
  const ask = within(await view.findByRole('alertdialog', { name: texts.askUnpublish }))
  fireEvent.click(ask.getByRole('button', { name: texts.unpublish }))
  await waitFor(() => expect(view.said()).toContain(texts.unpublished))
})

test('saving sends the whole draft with what it was based on, and says so; a failure too', async () => {
  const view = open({ [PUT]: { body: { data: website({ version: 2, title: 'New name' }) } } })
  fireEvent.change(await view.findByLabelText(texts.title), { target: { value: 'New name' } })
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  await waitFor(() => expect(view.said()).toContain(spec.saved))
  expect(view.server.sent(PUT)[0]).toMatchObject({ title: 'New name', base_version: 1 })
  view.server.change(PUT, refusal(500, 'unknown', 'x'))
  fireEvent.change(view.getByLabelText(texts.title), { target: { value: 'Another' } })
  fireEvent.click(view.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(view.said()).toContain(spec.saveFailed))
})

test('a new website, once saved, has its own address', async () => {
  const view = openWebsites('/website-builder/new', {
    'POST /v1/websites/': { status: 201, body: { data: website() } },
    [GET]: { body: { data: website() } },
  })
  fireEvent.click(await view.findByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(view.address()).toBe(`/website-builder/${SITE}`))
  expect(view.said()).toContain(spec.saved)
  expect(view.server.sent('POST /v1/websites/')[0]).toMatchObject({ title: spec.untitled })
})

test('what is written is saved by itself; what others saved meanwhile comes along', async () => {
  const view = open({ [PUT]: refusal(409, 'stale_version', 'This website was changed in the meantime') })
  fireEvent.change(await view.findByLabelText(texts.title), { target: { value: 'Mine' } })
  expect(view.getByText(draftTexts.unsaved)).toBeTruthy()
  const theirs = website({ version: 5 })
  theirs.header_config = { ...theirs.header_config, companyName: 'Theirs' }
  view.server.change(GET, { body: { data: theirs } })
  await waitFor(() => expect(view.server.sent(PUT).length).toBeGreaterThan(1), { timeout: 4_000 })
  expect(view.server.sent(PUT)[1]).toMatchObject({
    title: 'Mine',
    base_version: 5,
    header_config: { companyName: 'Theirs' },
  })
  expect(view.said()).toEqual([])
  view.server.change(PUT, { body: { data: { ...theirs, version: 6, title: 'Mine' } } })
  fireEvent.click(within(await view.findByRole('alert')).getByRole('button', { name: draftTexts.retry }))
  expect(await view.findByText(/^Draft saved/)).toBeTruthy()
})

test('the same place changed by two asks which of the two; one’s own stays when keeping it fails', async () => {
  const view = open({ [PUT]: refusal(409, 'stale_version', 'This website was changed in the meantime') })
  fireEvent.change(await view.findByLabelText(texts.title), { target: { value: 'Mine' } })
  view.server.change(GET, { body: { data: website({ version: 5, title: 'Theirs' }) } })
  fireEvent.click(view.getByRole('button', { name: /^Save/ }))
  const { clash } = draftTexts
  const dialog = within(await view.findByRole('dialog', { name: clash.title(clash.someone) }))
  expect(dialog.getByRole('group', { name: clash.which('Title') }).textContent).toContain('Theirs')
  view.server.change(PUT, refusal(500, 'unknown', 'x'))
  fireEvent.click(dialog.getByRole('button', { name: clash.merge }))
  await waitFor(() => expect(view.said()).toContain(spec.saveFailed))
  expect(view.getByLabelText(texts.title)).toHaveProperty('value', 'Mine')
  view.server.change(PUT, { body: { data: website({ version: 6, title: 'Mine' }) } })
  fireEvent.click(within(view.getByRole('alert')).getByRole('button', { name: draftTexts.retry }))
  await waitFor(() => expect(view.said()).toContain(spec.saved))
  expect(view.server.sent(PUT).at(-1)).toMatchObject({ title: 'Mine', base_version: 5 })
})

test('publishing shows what changed and what stands in the way, then where the website is', async () => {
  const POST = `POST /v1/websites/${SITE}/publish/`
  const problem = { code: 'link_nowhere', level: 'error', name: '/prices' } as const
  const blocked = open({ [GET]: { body: { data: website({ problems: [problem] }) } } })
  fireEvent.click(await blocked.findByRole('button', { name: /^Publish/ }))
  const dialog = within(await blocked.findByRole('dialog', { name: texts.publishing.title }))
  expect(dialog.getByText('The link “/prices” leads nowhere.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: texts.publishing.publish }).hasAttribute('disabled')).toBe(true)
  blocked.unmount()
  const done = website({ ...published, draft_changes: 0 })
  const of = { kind: 'changed', what: 'element', page: 'Home', author: null, at: null } as const
  const heading = { id: 'h', type: 'heading', level: 1 }
  const changes = [
    { ...of, name: 'On time', before: { ...heading, content: 'Late' }, after: { ...heading, content: 'On time' } },
    { ...of, name: 'Same', before: { ...heading, content: 'Same' }, after: { ...heading, content: 'Same', level: 2 } },
  ]
  const view = open({
    [GET]: { body: { data: website({ changes }) } },
    [POST]: { body: { publishUrl: done.publishUrl, data: done } },
  })
  fireEvent.click(await view.findByRole('button', { name: /^Publish/ }))
  const ask = within(await view.findByRole('dialog', { name: texts.publishing.title }))
  expect(ask.getAllByRole('deletion').map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'Late → On time',
  ])
  fireEvent.click(ask.getByRole('button', { name: texts.publishing.publish }))
  await waitFor(() => expect(view.said()).toContain(texts.publishing.done(done.publishUrl)))
})

test('those who may only look get the site without its tools', async () => {
  const view = open({ [GET]: { body: { data: website({ ...published }) } } }, 'viewer')
  expect((await view.findByRole('link', { name: spec.viewSite })).getAttribute('href')).toBe(website().publishUrl)
  expect(view.queryByRole('button', { name: spec.edit })).toBeNull()
  expect(view.queryByRole('button', { name: /^Save/ })).toBeNull()
})

test('the address of a page is written apart from its title, in the form that addresses have', async () => {
  const view = open({ [PUT]: { body: { data: website({ version: 2 }) } } })
  fireEvent.click(await view.findByRole('tab', { name: spec.pages }))
  expect(view.queryByLabelText(texts.address)).toBeNull()
  fireEvent.click(view.getByRole('button', { name: /^About ?\/about$/ }))
  const address = view.getByLabelText(texts.address)
  expect(address).toHaveProperty('value', 'about')
  fireEvent.change(address, { target: { value: 'Our Team!' } })
  expect(address).toHaveProperty('value', 'our-team-')
  fireEvent.blur(address)
  expect(address).toHaveProperty('value', 'our-team')
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  await waitFor(() => expect(view.server.sent(PUT)).toHaveLength(1))
  const [sent] = view.server.sent(PUT)
  expect(sent).toMatchObject({ pages: [{}, { title: 'About', path: 'our-team' }, {}, {}] })
  expect(sent).toHaveProperty(['header_config', 'menuItems', 1], { label: 'About', path: '/our-team' })
  fireEvent.change(address, { target: { value: '' } })
  fireEvent.blur(address)
  expect(address).toHaveProperty('value', 'about')
})

test('at least one menu item stays in the header', async () => {
  const view = open()
  fireEvent.click(await view.findByRole('tab', { name: spec.settings }))
  fireEvent.click(view.getByRole('button', { name: spec.editHeader }))
  for (const at of [4, 3, 2]) fireEvent.click(view.getByRole('button', { name: texts.removeItem(at) }))
  expect(view.getByRole('button', { name: texts.removeItem(1) }).hasAttribute('disabled')).toBe(true)
})

test('an image is chosen by its address, which is copied; the canvas has room for it before it arrives', async () => {
  const image = { id: 'i', type: 'image', src: '', alt: 'Office', width: '50%' } as const
  const empty = website()
  const pages = empty.pages.map((page, at) => (at === 0 ? { ...page, elements: [image] } : page))
  const picture = { id: '018f6f2a-0000-7000-8000-00000000b001', width: 1600, height: 800, smaller: [960, 480] }
  const ADD = `POST /v1/websites/${SITE}/pictures/`
  const view = open({
    [GET]: { body: { data: website({ pages, pictures: [picture] }) } },
    [ADD]: { status: 201, body: { data: picture } },
    'GET /v1/documents/?type=image&limit=50': { body: [] },
  })
  fireEvent.click(await view.findByRole('option', { name: /^1 of 1, Image/ }))
  fireEvent.click(view.getByRole('button', { name: texts.chooseImage }))
  const dialog = within(await view.findByRole('dialog', { name: texts.images.title }))
  const use = dialog.getByRole('button', { name: texts.images.use })
  expect(use.hasAttribute('disabled')).toBe(true)
  fireEvent.change(dialog.getByLabelText(texts.images.address), { target: { value: ' https://a.example/office.png ' } })
  fireEvent.click(use)
  await waitFor(() => expect(view.queryByRole('dialog', { name: texts.images.title })).toBeNull())
  expect(view.server.sent(ADD)).toEqual([{ url: 'https://a.example/office.png' }])
  expect(view.getByRole('button', { name: texts.replaceImage })).toBeTruthy()
  const content = website({ pages: pages.map((page) => ({ ...page, elements: [{ ...image, src: picture.id }] })) })
  const drawn = siteHtml({ websiteId: SITE, pictures: [picture], content, formName: () => '' }, 0)
  expect(drawn).toContain(`<img src="/v1/websites/${SITE}/pictures/${picture.id}/" alt="Office" srcset=`)
  expect(drawn).toContain('width="1600" height="800"')
})

test('what colleagues do while a picture is drawn stays: only the picture changes', async () => {
  const image = { id: 'i', type: 'image', src: '', alt: 'Office', width: '50%' } as const
  const { pages, header_config } = website()
  const withImage = (alt: string) =>
    pages.map((page, at) => (at === 0 ? { ...page, elements: [{ ...image, alt }] } : page))
  const view = open({
    [GET]: { body: { data: website({ pages: withImage('Office') }) } },
    [PUT]: refusal(409, 'stale_version', 'This website was changed in the meantime'),
    'GET /v1/documents/?type=image&limit=50': { body: [] },
  })
  const drawing = Promise.withResolvers<string>()
  vi.spyOn(websiteCalls, 'addPicture').mockReturnValue(drawing.promise)
  fireEvent.change(await view.findByLabelText(texts.title), { target: { value: 'Mine' } })
  fireEvent.click(await view.findByRole('option', { name: /^1 of 1, Image/ }))
  fireEvent.click(view.getByRole('button', { name: texts.chooseImage }))
  const dialog = within(await view.findByRole('dialog', { name: texts.images.title }))
  fireEvent.change(dialog.getByLabelText(texts.images.address), { target: { value: 'https://a.example/office.png' } })
  fireEvent.click(dialog.getByRole('button', { name: texts.images.use }))
  const theirs = {
    version: 5,
    pages: withImage('Our office at dusk'),
    header_config: { ...header_config, companyName: 'Theirs' },
  }
  view.server.change(GET, { body: { data: website(theirs) } })
  await waitFor(() => expect(view.server.sent(PUT).length).toBeGreaterThan(1), { timeout: 4_000 })
  const picture = '018f6f2a-0000-7000-8000-00000000b001'
  drawing.resolve(picture)
  await waitFor(() => expect(view.queryByRole('dialog', { name: texts.images.title })).toBeNull())
  fireEvent.keyDown(window, { key: 's', ctrlKey: true })
  await waitFor(() =>
    expect(view.server.sent(PUT).at(-1)).toMatchObject({
      title: 'Mine',
      pages: [{ elements: [{ src: picture, alt: 'Our office at dusk' }] }, {}, {}, {}],
      header_config: { companyName: 'Theirs' },
    }),
  )
})

test('characters that are being composed are the input method’s: no key of theirs leaves the text', async () => {
  const view = open()
  fireEvent.click(await view.findByRole('button', { name: texts.kinds.heading }))
  const list = view.getByRole('listbox', { name: texts.onPage })
  fireEvent.keyDown(list, { key: 'Enter' })
  const text = await view.findByRole('textbox', {
    name: texts.writing.label(texts.kinds.heading, texts.writing.content),
  })
  for (const key of ['Enter', 'Escape']) fireEvent.keyDown(text, { key, isComposing: true })
  expect(document.activeElement).toBe(text)
  fireEvent.keyDown(text, { key: 'Enter' })
  expect(document.activeElement).toBe(list)
})

test('what was done is undone and redone, step by step', async () => {
  const view = open()
  for (const kind of ['heading', 'paragraph'] as const)
    fireEvent.click(await view.findByRole('button', { name: texts.kinds[kind] }))
  const count = () => view.queryAllByRole('option').length
  const undo = () => view.getByRole('button', { name: texts.undo })
  fireEvent.click(undo())
  expect(count()).toBe(1)
  fireEvent.keyDown(window, { key: 'z', ctrlKey: true })
  expect(count()).toBe(0)
  expect(undo().hasAttribute('disabled')).toBe(true)
  fireEvent.keyDown(window, { key: 'z', ctrlKey: true, shiftKey: true })
  fireEvent.click(view.getByRole('button', { name: texts.redo }))
  expect(count()).toBe(2)
})
