import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { MemberId } from '@throughline/contracts/ids'
import { expect, test, vi } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { texts as builderTexts } from '../builder.texts.ts'
import { LIST, openWebsites, page, published, row, SITE, website } from '../testing/open-websites.tsx'
import { spec, texts } from '../websites.texts.ts'

const labels = (view: ReturnType<typeof openWebsites>) => view.getAllByRole('menuitem').map((item) => item.textContent)
const openMenu = async (view: ReturnType<typeof openWebsites>) =>
  fireEvent.click(await view.findByRole('button', { name: texts.moreFor('Harbor & Vale') }))

test('while there are none, the list says so and leads to the first; viewers are told what will be here', async () => {
  const mine = openWebsites('/websites', { [LIST]: page([]) })
  expect(await mine.findByText(spec.none)).toBeTruthy()
  expect(mine.getByRole('link', { name: spec.first }).getAttribute('href')).toBe('/website-builder/new')
  const starter = mine.getByRole('link', { name: /^Company site/ })
  fireEvent.click(starter)
  expect(await mine.findByRole('option', { name: /Heading: Say what you do in one line/ })).toBeTruthy()
  mine.unmount()
  const viewer = openWebsites('/websites', { [LIST]: page([]) }, 'viewer')
  expect(await viewer.findByText(texts.forViewers)).toBeTruthy()
  expect(viewer.queryByRole('link', { name: spec.create })).toBeNull()
})

test('those who have websites find the written ones behind a button', async () => {
  const view = openWebsites('/websites', { [LIST]: page([row()]) })
  fireEvent.click(await view.findByRole('button', { name: texts.starterSites }))
  const dialog = within(await view.findByRole('dialog', { name: texts.starterSites }))
  fireEvent.click(dialog.getByRole('link', { name: /^Company site/ }))
  expect(await view.findByRole('option', { name: /Heading: Say what you do in one line/ })).toBeTruthy()
})

test('a list that cannot be loaded says so in the specification’s words and can be tried again', async () => {
  const view = openWebsites('/websites', { [LIST]: refusal(500, 'unknown', 'x') })
  expect(await view.findByText(spec.loadFailed)).toBeTruthy()
  view.server.change(LIST, page([row()]))
  fireEvent.click(view.getByRole('button', { name: /try again|retry/i }))
  expect(await view.findByRole('link', { name: 'Harbor & Vale' })).toBeTruthy()
})

test('a draft can be edited and published, a published one shared and viewed', async () => {
  const draft = openWebsites('/websites', { [LIST]: page([row()]) })
  await openMenu(draft)
  expect(labels(draft)).toEqual([spec.edit, spec.publish, texts.duplicate, spec.delete])
  draft.unmount()
  const view = openWebsites('/websites', {
    [LIST]: page([row({ ...published, published_at: row().updated_at, draft_changes: 0 })]),
  })
  await openMenu(view)
  expect(labels(view)).toEqual([
    spec.edit,
    spec.share,
    spec.view,
    texts.unpublish,
    texts.versions,
    texts.duplicate,
    spec.delete,
  ])
  fireEvent.click(view.getByRole('menuitem', { name: spec.share }))
  const dialog = await view.findByRole('dialog', { name: spec.linkCopied })
  expect(dialog.textContent).toContain(row().publishUrl)
  expect(view.getByRole('link', { name: texts.viewOf('Harbor & Vale'), hidden: true }).getAttribute('target')).toBe(
    '_blank',
  )
})

test('the menu leads to the versions, which stand open then', async () => {
  const site = { ...published, published_at: row().updated_at }
  const view = openWebsites('/websites', {
    [LIST]: page([row(site)]),
    [`GET /v1/websites/${SITE}/`]: { body: { data: website(site) } },
    [`GET /v1/websites/${SITE}/versions/`]: { body: { data: [], pagination: { next_cursor: null } } },
  })
  await openMenu(view)
  fireEvent.click(view.getByRole('menuitem', { name: texts.versions }))
  expect(await view.findByText(builderTexts.history.none)).toBeTruthy()
})

test('publishing from the list names nobody whose changes go with it; refused, it says so and offers the builder', async () => {
  const view = openWebsites('/websites', {
    [LIST]: page([row()]),
    [`POST /v1/websites/${SITE}/publish/`]: refusal(409, 'has_others_changes', 'Others have changes in this draft'),
  })
  await openMenu(view)
  fireEvent.click(view.getByRole('menuitem', { name: spec.publish }))
  await waitFor(() => expect(view.said()).toContain(spec.publishFailed))
  expect(view.server.sent(`POST /v1/websites/${SITE}/publish/`)).toEqual([{}])
})

test('deleting asks first, and says so when it failed', async () => {
  const view = openWebsites('/websites', {
    [LIST]: page([row()]),
    [`DELETE /v1/websites/${SITE}/`]: refusal(500, 'unknown', 'x'),
  })
  await openMenu(view)
  fireEvent.click(view.getByRole('menuitem', { name: spec.delete }))
  const dialog = await view.findByRole('alertdialog', { name: texts.askDelete })
  expect(dialog.textContent).toContain('Moves to trash for 30 days.')
  expect(dialog.textContent).not.toContain(texts.deletingPublished)
  fireEvent.click(view.getByRole('button', { name: texts.deleteNamed }))
  await waitFor(() => expect(view.said()).toContain(spec.deleteFailed))
})

test('deleting a published website says what stops with it, the form on its pages by name', async () => {
  const forms = [
    { id: 'a', title: 'New client', url: 'http://forms.localhost/public/forms/a' },
    { id: 'b', title: 'Not public', url: null },
  ]
  const view = openWebsites('/websites', {
    [LIST]: page([row({ ...published })]),
    [`GET /v1/websites/${SITE}/`]: { body: { data: website({ ...published, forms }) } },
  })
  await openMenu(view)
  fireEvent.click(view.getByRole('menuitem', { name: spec.delete }))
  const dialog = await view.findByRole('alertdialog', { name: texts.askDelete })
  expect(dialog.textContent).toContain(texts.deletingPublished)
  await waitFor(() => expect(dialog.textContent).toContain('Visitors can no longer fill in “New client” there.'))
})

test('a website that was public once says since when it is not and by whom, one that never was Not published yet', async () => {
  const ines = { id: MemberId.parse('018f6f2a-0000-7000-8000-000000000001'), name: 'Ines Carvalho', photo: null }
  const once = row({
    published_at: '2020-10-10T10:00:00.000Z',
    unpublished: { at: '2020-10-30T10:00:00.000Z', by: ines },
    changed_by: ines,
  })
  const view = openWebsites('/websites', { [LIST]: page([once]) })
  expect(await view.findByText('Unpublished Oct 30, 2020 by Ines Carvalho')).toBeTruthy()
  expect(view.getByText('Ines Carvalho')).toBeTruthy()
  expect(view.queryByText(texts.notPublished)).toBeNull()
  view.unmount()
  const before = openWebsites('/websites', { [LIST]: page([{ ...once, unpublished: null }]) })
  expect(await before.findByText(texts.offline)).toBeTruthy()
  before.unmount()
  expect(await openWebsites('/websites', { [LIST]: page([row()]) }).findByText(texts.notPublished)).toBeTruthy()
})

test('the row in focus is shared, viewed, published and deleted by one key each', async () => {
  const POST = `POST /v1/websites/${SITE}/publish/`
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const view = openWebsites('/websites', {
    [LIST]: page([row({ ...published, draft_changes: 1 })]),
    [`GET /v1/websites/${SITE}/`]: { body: { data: website({ ...published }) } },
    [POST]: refusal(409, 'has_others_changes', 'Others have changes in this draft'),
  })
  const link = await view.findByRole('link', { name: 'Harbor & Vale' })
  const press = (key: string) => act(() => expect(pressPageKey(key)).toBe(true))
  link.focus()
  press('v')
  expect(opened).toHaveBeenCalledWith(row().publishUrl, '_blank', 'noreferrer')
  press('p')
  await waitFor(() => expect(view.server.sent(POST)).toEqual([{}]))
  press('Backspace')
  fireEvent.click(within(await view.findByRole('alertdialog', { name: texts.askDelete })).getByText('Cancel'))
  await waitFor(() => expect(view.queryByRole('alertdialog')).toBeNull())
  link.focus()
  press('s')
  expect(await view.findByRole('dialog', { name: spec.linkCopied })).toBeTruthy()
})

test('websites are found by their titles; without any it says so', async () => {
  const FOUND = 'GET /v1/websites/?status=all&search=harbor&limit=50'
  const view = openWebsites('/websites', { [LIST]: page([row()]), [FOUND]: page([]) })
  fireEvent.change(await view.findByRole('searchbox', { name: texts.find }), { target: { value: 'harbor' } })
  expect(await view.findByText(texts.noMatch)).toBeTruthy()
  view.server.change(FOUND, page([row()]))
  fireEvent.click(view.getByRole('button', { name: texts.clearSearch }))
  expect(await view.findByRole('link', { name: 'Harbor & Vale' })).toBeTruthy()
})
