import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { spec, texts } from './reports.texts.ts'
import { FIRST_PAGE, id, LENA, ONE, opened, openReports, pageOf, report } from './testing/open-reports.tsx'

const late = report(700, 'Late cases', { row_count: 214 })
const answers = report(701, 'All answers', { status: 'failed', row_count: null, problem: 'The report is too slow.' })
const others = report(702, 'Hours of others', { created_by: LENA, row_count: null })
const running = report(703, 'Everything', {
  status: 'processing',
  row_count: null,
  progress: { row_count: 412_000, started_at: '2026-11-12T09:00:00Z', seconds: 30 },
})
const all = { [FIRST_PAGE]: pageOf([late, answers, others, running]) }

type View = ReturnType<typeof openReports>
const rowOf = async (view: View, title: string) =>
  within((await view.findByRole('link', { name: title })).closest('tr') ?? document.body)

test('a row says its size and state, and offers what can be done with it', async () => {
  const view = openReports('/reports', all)
  const first = await rowOf(view, 'Late cases')
  for (const text of ['Nov 12, 2026', '214 rows', 'Completed']) expect(first.getByText(text)).toBeTruthy()
  expect(first.getByRole('link', { name: 'View Late cases' }).getAttribute('href')).toBe(`/reports/${id(700)}`)
  const failed = await rowOf(view, 'All answers')
  for (const text of ['-', 'Failed', 'The report is too slow.']) expect(failed.getByText(text)).toBeTruthy()
  expect(failed.getByRole('link', { name: 'Fix query of All answers' }).getAttribute('href')).toContain('edit=true')
  expect(failed.queryByRole('button', { name: 'Export All answers' })).toBeNull()
  const foreign = await rowOf(view, 'Hours of others')
  expect(foreign.getByText(texts.statuses.none)).toBeTruthy()
  expect(foreign.getByRole('button', { name: 'Export Hours of others' }).hasAttribute('disabled')).toBe(true)
  expect(foreign.queryByRole('button', { name: /^Delete/ })).toBeNull()
  const live = await rowOf(view, 'Everything')
  expect(live.getByText(/412,000 rows/)).toBeTruthy()
  expect(live.getByRole('button', { name: 'Stop Everything' })).toBeTruthy()
  expect(view.queryByText(/^Page/)).toBeNull()
})

test('pages are numbered where there is more than one', async () => {
  const view = openReports('/reports', {
    [FIRST_PAGE]: pageOf([late], 47),
    'GET /v1/reports/?page=2&page_size=20': pageOf([others], 47),
  })
  expect(await view.findByText('Page 1 of 3')).toBeTruthy()
  expect(view.getByRole('button', { name: 'Previous' }).hasAttribute('disabled')).toBe(true)
  fireEvent.click(view.getByRole('button', { name: 'Next' }))
  expect(await view.findByRole('link', { name: 'Hours of others' })).toBeTruthy()
  expect(view.getByText('Page 2 of 3')).toBeTruthy()
})

test('a report is found by part of its name, and the address keeps what was looked for', async () => {
  const view = openReports('/reports?page=2', {
    'GET /v1/reports/?page=2&page_size=20': pageOf([late], 47),
    'GET /v1/reports/?page=1&page_size=20&q=hours': pageOf([others]),
    'GET /v1/reports/?page=1&page_size=20&q=zebra': pageOf([]),
    [FIRST_PAGE]: pageOf([late], 47),
  })
  await view.findByRole('link', { name: 'Late cases' })
  const field = view.getByRole('searchbox', { name: texts.find })
  fireEvent.change(field, { target: { value: 'hours' } })
  expect(await view.findByRole('link', { name: 'Hours of others' })).toBeTruthy()
  expect(view.router.state.location.search).toEqual({ q: 'hours' })
  fireEvent.change(field, { target: { value: 'zebra' } })
  expect(await view.findByText('No report names contain “zebra”')).toBeTruthy()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(await view.findByRole('link', { name: 'Late cases' })).toBeTruthy()
  expect(view.getByRole('searchbox', { name: texts.find })).toBe(field)
})

test('an answer with longer texts than a cell holds is offered as CSV, and says why not as XLSX', async () => {
  const view = openReports('/reports', { [FIRST_PAGE]: pageOf([report(703, 'Letters', { xlsx: false })]) })
  fireEvent.click(await view.findByRole('button', { name: 'Export Letters' }))
  const sheet = await view.findByRole('menuitem', { name: /^XLSX/ })
  expect([sheet.getAttribute('aria-disabled'), sheet.textContent]).toEqual(['true', `XLSX${texts.noXlsx}`])
  expect(view.getByRole('menuitem', { name: /^CSV/ }).getAttribute('aria-disabled')).toBeNull()
})

test('deleting can be undone; where it fails the specification’s words say so', async () => {
  const view = openReports('/reports', {
    ...all,
    [`DELETE ${ONE}`]: { body: { success: true } },
    [`POST ${ONE}restore/`]: { body: opened(null) },
  })
  fireEvent.click(await view.findByRole('button', { name: 'Delete Late cases' }))
  await waitFor(() => expect(view.said()).toContain('Late cases moved to trash'))
  view.toasts.at(-1)?.action?.onPress()
  await waitFor(() => expect(view.said()).toContain('Late cases restored'))
  view.server.change(`DELETE ${ONE}`, { status: 500, body: {} })
  fireEvent.click(view.getByRole('button', { name: 'Delete Late cases' }))
  await waitFor(() => expect(view.said()).toContain(spec.deleteFailed))
})

test('a file that was being made while the list stood open is announced when it is ready', async () => {
  const progress = (seconds: number) => ({ row_count: 9, started_at: '2026-11-12T09:00:00Z', seconds })
  const [file, page] = [60, 30].map((seconds) => ({ status: 'processing', progress: progress(seconds) }))
  const view = openReports('/reports', {
    [FIRST_PAGE]: pageOf([report(703, 'Everything', file), report(704, 'On a page', page), late]),
  })
  await rowOf(view, 'Everything')
  expect(view.said()).toEqual([])
  view.server.change(FIRST_PAGE, pageOf([report(703, 'Everything'), report(704, 'On a page'), late]))
  await act(() => view.queries.invalidateQueries())
  await waitFor(() => expect(view.said()).toEqual(['Your file “Everything” is ready']))
})

test('a list that does not come says so and is asked for again', async () => {
  const view = openReports('/reports', { [FIRST_PAGE]: { status: 500, body: {} } })
  expect((await view.findByRole('alert')).textContent).toContain(spec.loadFailed)
  view.server.change(FIRST_PAGE, all[FIRST_PAGE] ?? 'silent')
  fireEvent.click(view.getByRole('button', { name: 'Try Again' }))
  expect(await view.findByRole('link', { name: 'Late cases' })).toBeTruthy()
})

test('while it is loading that is said', async () => {
  const view = openReports('/reports', { [FIRST_PAGE]: 'silent' })
  expect(await view.findByText(texts.loading)).toBeTruthy()
})

test('people who may only look see what there is, and cannot begin anything', async () => {
  const view = openReports('/reports', { [FIRST_PAGE]: pageOf([]) }, 'viewer')
  expect(await view.findByText(texts.empty.forViewers)).toBeTruthy()
  expect(view.queryByRole('button', { name: /Create New Report/ })).toBeNull()
})
