import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../shared/testing/fake-server.ts'
import { pressPageKey } from '../../../ui/page-keys.ts'
import { spec, texts } from '../documents.texts.ts'
import { targetAt } from '../parts/drop-targets.ts'
import { typeLabel } from '../preview/type-label.ts'
import { document, groups, LIST, openFiles, page, STATUSES, TIMELINE, TRASH, WORKFLOW } from '../testing/open-files.tsx'

const letter = document(2, 'Engagement letter.pdf', { status: 'review' })
const schedule = document(1, 'Fee schedule.pdf', {
  client: null,
  entity: 'Client Onboarding',
  uploaded_at: '2026-11-05T09:00:00Z',
})
const both = { [LIST]: page([letter, schedule]) }

type View = ReturnType<typeof openFiles>
const rowOf = (view: View, name: string) => {
  const row = view.getByText(name).closest<HTMLElement>('[data-row]')
  if (!row) throw new Error(`${name} is not in the list`)
  return within(row)
}
const link = (view: View, name: string) => view.findByRole('link', { name })

test('a row says what it is, whose and how it stands; the sidebar says how many there are of each', async () => {
  const view = openFiles('/files', both)
  await link(view, letter.name)
  const first = rowOf(view, letter.name)
  for (const text of ['Meridian Foods Ltd', 'Nov 12, 2026', spec.statuses.review])
    expect(first.getByText(text)).toBeTruthy()
  for (const { header } of [{ header: 'Name' }, { header: 'Client' }, { header: 'Entity' }, { header: 'Last Updated' }])
    expect(view.getByRole('button', { name: header })).toBeTruthy()
  const shelves = within(view.getByRole('navigation', { name: texts.sidebar }))
  expect(shelves.getByRole('link', { name: 'All documents 2' }).hasAttribute('aria-current')).toBe(true)
  expect(await shelves.findByRole('link', { name: 'Client Onboarding 24' })).toBeTruthy()
  expect(shelves.getByRole('region', { name: 'Sequential' })).toBeTruthy()
})

test('of a file that changed today the time is shown', async () => {
  const today = document(3, 'Minutes.txt', { updated_at: new Date().toISOString() })
  const view = openFiles('/files', { [LIST]: page([today]) })
  await link(view, today.name)
  expect(rowOf(view, today.name).getByText(/^Today, \d+:\d\d [AP]M$/)).toBeTruthy()
})

test.each([
  ['text/plain', 'Text'],
  ['application/zip', 'ZIP'],
  ['application/vnd.oasis.opendocument.graphics', 'File'],
  ['application/octet-stream', 'File'],
  ['text/csv', 'Spreadsheet'],
])('%s reads %s', (type, label) => {
  expect(typeLabel(type)).toBe(label)
})

test('while it is asked for it says so; a failure says the specification’s words and is tried again', async () => {
  const waiting = openFiles('/files', { [LIST]: 'silent' })
  expect(await waiting.findByText(texts.loading)).toBeTruthy()
  waiting.unmount()
  const view = openFiles('/files', { [LIST]: { status: 500, body: {} } })
  expect(await view.findByText('Something went wrong')).toBeTruthy()
  view.server.change(LIST, page([letter]))
  fireEvent.click(view.getByRole('button', { name: 'Try Again' }))
  expect(await link(view, letter.name)).toBeTruthy()
})

test('a refusal says why', async () => {
  const view = openFiles('/files', { [LIST]: refusal(403, 'forbidden', 'You may not see documents') })
  expect(await view.findByText('You may not see documents')).toBeTruthy()
})

test('nothing there offers an upload to whoever may, and filters that match nothing are cleared', async () => {
  const view = openFiles('/files', { [LIST]: page([]) })
  expect(await view.findByText('No documents found')).toBeTruthy()
  expect(view.getByRole('button', { name: texts.uploadDocuments })).toBeTruthy()
  view.unmount()
  const filtered = openFiles('/files?q=zzz', {
    ...both,
    'GET /v1/documents/?search=zzz&sort=updated&limit=50': page([]),
  })
  expect(await filtered.findByText(texts.empty.search('zzz'))).toBeTruthy()
  expect(filtered.getByText(texts.empty.found)).toBeTruthy()
  expect(filtered.queryByText('No documents found')).toBeNull()
  expect(filtered.getByRole('button', { name: /^Filter.*, 1 filter set$/ })).toBeTruthy()
  const [, inTheList] = filtered.getAllByRole('button', { name: texts.clear })
  if (inTheList) fireEvent.click(inTheList)
  expect(await link(filtered, letter.name)).toBeTruthy()
  expect(filtered.address()).toBe('/files')
})

test('whoever may only look has nothing to change', async () => {
  const view = openFiles('/files', both, 'viewer')
  await link(view, letter.name)
  expect(view.queryByRole('button', { name: texts.upload })).toBeNull()
  expect(view.queryByRole('button', { name: texts.deleteOf(letter.name) })).toBeNull()
  expect(view.queryByRole('link', { name: texts.trash })).toBeNull()
  expect(view.getByRole('button', { name: texts.previewOf(letter.name) })).toBeTruthy()
})

test('columns are sorted by the server, from A and from the newest', async () => {
  const byName = 'GET /v1/documents/?sort=name&order=asc&limit=50'
  const view = openFiles('/files', { ...both, [byName]: page([schedule]) })
  fireEvent.click(await view.findByRole('button', { name: 'Name' }))
  await waitFor(() => expect(view.queryByRole('link', { name: letter.name })).toBeNull())
  expect(view.address()).toBe('/files?sort=name&order=asc')
})

test('the number keys change the view: days, groups, steps', async () => {
  const view = openFiles('/files', {
    ...both,
    [TIMELINE]: page([letter, schedule]),
    [STATUSES]: groups({ draft: 0, review: 1 }),
    'GET /v1/documents/?status=review&sort=updated&limit=50': page([letter]),
    [`GET /v1/documents/groups/?workflow=${WORKFLOW}&by=step`]: groups(
      { sign: 0, ask: 1 },
      { sign: 'Sign', ask: 'Ask' },
    ),
    [`GET /v1/documents/?workflow=${WORKFLOW}&step=ask&sort=updated&limit=50`]: page([schedule]),
  })
  await link(view, letter.name)
  pressPageKey('2')
  expect(await view.findByRole('heading', { level: 2, name: /^Nov 5, 2026/ })).toBeTruthy()
  pressPageKey('3')
  const review = within(
    await view.findByRole('region', { name: texts.group(spec.statuses.review, texts.count(1, false)) }),
  )
  expect(await review.findByRole('link', { name: letter.name })).toBeTruthy()
  pressPageKey('4')
  expect(await view.findByText(texts.map.chooseHint)).toBeTruthy()
  fireEvent.click(await view.findByRole('link', { name: 'Client Onboarding 24' }))
  expect(await view.findByText('No documents in this step')).toBeTruthy()
  expect(await view.findByRole('link', { name: schedule.name })).toBeTruthy()
})

test('files dropped on a workflow’s files are filed under it', async () => {
  const view = openFiles(`/files?workflow=${WORKFLOW}`, {
    [`GET /v1/documents/?workflow=${WORKFLOW}&sort=updated&limit=50`]: page([schedule]),
    [`GET /v1/documents/groups/?workflow=${WORKFLOW}&by=status`]: groups({ completed: 1 }),
  })
  await link(view, schedule.name)
  expect(targetAt(view.getByText(schedule.name))?.place.workflowId).toBe(WORKFLOW)
  view.unmount()
  const all = openFiles('/files', both)
  await link(all, letter.name)
  expect(targetAt(all.getByText(letter.name))).toBeUndefined()
})

test('what is deleted asks first, can be taken back, and a refusal is said', async () => {
  const at = `/v1/documents/${letter.id}/`
  const view = openFiles('/files', { ...both, [`DELETE ${at}`]: refusal(409, 'held', 'It is on hold') })
  fireEvent.click(await view.findByRole('button', { name: texts.deleteOf(letter.name) }))
  const asked = within(await view.findByRole('alertdialog', { name: spec.askDelete }))
  expect(asked.getByText(/Moves to trash for 30 days\./)).toBeTruthy()
  fireEvent.click(asked.getByRole('button', { name: texts.delete }))
  await waitFor(() =>
    expect(view.toasts.at(-1)).toMatchObject({ title: texts.notDeleted(letter.name), description: 'It is on hold' }),
  )
  view.server.change(`DELETE ${at}`, { body: { id: letter.id } })
  view.server.change(LIST, page([schedule]))
  view.toasts.at(-1)?.action?.onPress()
  await waitFor(() => expect(view.queryByRole('link', { name: letter.name })).toBeNull())
  expect(view.toasts.at(-1)).toMatchObject({ title: `${letter.name} moved to trash`, action: { label: 'Undo' } })
})

test('in the trash are the ways back and out, for those who may', async () => {
  const gone = document(3, 'Old.pdf', { deleted_at: '2026-11-10T09:00:00Z' })
  const view = openFiles('/files?trash=true', { [TRASH]: page([gone]) }, 'owner')
  expect(await view.findByRole('button', { name: texts.restoreOf(gone.name) })).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: texts.deleteForeverOf(gone.name) }))
  expect(await view.findByText(/You can’t undo this\./)).toBeTruthy()
  expect(view.queryByRole('link', { name: gone.name })).toBeNull()
})

test('several at once: each says what became of it', async () => {
  const view = openFiles('/files', {
    ...both,
    'POST /v1/documents/bulk/': {
      body: {
        data: [
          { id: letter.id, result: 'done', code: null, message: null },
          { id: schedule.id, result: 'refused', code: 'held', message: 'It is on hold' },
        ],
      },
    },
    'POST /v1/documents/zip/': refusal(403, 'forbidden', 'Not now'),
  })
  await link(view, letter.name)
  fireEvent.click(view.getByRole('checkbox', { name: 'Select all rows' }))
  fireEvent.click(view.getByRole('button', { name: texts.bulk.downloadHint(2) }))
  await waitFor(() => expect(view.toasts.at(-1)).toMatchObject({ title: texts.zipFailed, description: 'Not now' }))
  expect(view.server.sent('POST /v1/documents/zip/')).toEqual([{ ids: [letter.id, schedule.id] }])
  fireEvent.click(view.getByRole('button', { name: texts.bulk.remove }))
  const asked = within(await view.findByRole('alertdialog', { name: texts.deleteManyTitle(2) }))
  fireEvent.click(asked.getByRole('button', { name: texts.deleteMany(2) }))
  const results = within(await view.findByRole('dialog', { name: '1 of 2 documents moved to trash' }))
  expect(results.getByText('It is on hold')).toBeTruthy()
})
