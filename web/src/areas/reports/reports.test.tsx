import { EditorView } from '@codemirror/view'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { declaredResponse, refusal } from '../../shared/testing/fake-server.ts'
import { openedTexts, spec, texts, editorTexts as writing } from './reports.texts.ts'
import { FIRST_PAGE, id, LENA, ONE, opened, openReports, pageOf, report, runOf } from './testing/open-reports.tsx'

beforeAll(async () => {
  await import('./editor/report-dialog.tsx')
}, 60_000)

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

test('the first report begins with an example', async () => {
  const view = openReports('/reports', { [FIRST_PAGE]: pageOf([]) })
  fireEvent.click(await view.findByRole('button', { name: /Late instances by workflow/ }))
  const dialog = within(await view.findByRole('dialog', { name: spec.create }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: spec.name }).value).toBe('Late instances by workflow')
  expect(editor(view).state.doc.toString()).toContain('from instances')
})

const editor = (view: View): EditorView => {
  const found = EditorView.findFromDOM(view.getByLabelText(writing.query))
  if (!found) throw new Error('there is no editor')
  return found
}
const write = (view: View, query: string) =>
  act(() => {
    const found = editor(view)
    found.dispatch({ changes: { from: 0, to: found.state.doc.length, insert: query } })
  })

test('a report needs a name and a query; what is missing is said until it is typed', async () => {
  const view = openReports('/reports?panel=new', all)
  fireEvent.click(await view.findByRole('button', { name: spec.createIt }))
  expect(view.getByText(spec.nameRequired)).toBeTruthy()
  expect(view.getByText(spec.queryRequired)).toBeTruthy()
  fireEvent.change(view.getByRole('textbox', { name: spec.name }), { target: { value: 'Late' } })
  write(view, 'select 1')
  expect(view.queryByText(spec.nameRequired)).toBeNull()
  expect(view.queryByText(spec.queryRequired)).toBeNull()
})

test('parameters appear as they are written, and the report is created with them', async () => {
  const call = 'POST /v1/reports/generate/'
  const view = openReports('/reports?panel=new', {
    ...all,
    [call]: { status: 201, body: opened(runOf({ status: 'processing', finished_at: null })) },
    [`GET ${ONE}`]: { body: opened(runOf({ row_count: 0 })) },
  })
  fireEvent.change(await view.findByRole('textbox', { name: spec.name }), { target: { value: 'Late' } })
  write(view, `select 1 from instances where created_on >= {{since}} and key <> '{{not}}'`)
  fireEvent.change(view.getByLabelText('Value of since'), { target: { value: '2026-01-01' } })
  expect(view.queryByLabelText('Value of not')).toBeNull()
  expect(view.getByText('instances', { selector: 'span.text-fg-2' })).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: spec.createIt }))
  await waitFor(() =>
    expect(view.server.sent(call)).toEqual([
      expect.objectContaining({
        title: 'Late',
        description: 'Custom SQL report',
        report_type: 'form_submissions',
        query_params: expect.objectContaining({
          parameters: [{ name: 'since', type: 'date', value: '2026-01-01' }],
        }),
      }),
    ]),
  )
  await waitFor(() => expect(view.router.state.location.pathname).toBe(`/reports/${id(700)}`))
})

test('a report that was changed is saved even where it can’t run now, and runs once', async () => {
  const call = `POST ${ONE}run/`
  const saved = opened(runOf({ stale: true }), { query: 'select 2', version: 2 })
  const view = openReports(`/reports/${id(700)}?edit=true`, {
    [`GET ${ONE}`]: { body: opened(runOf({ row_count: 0 })) },
    [`PATCH ${ONE}`]: { body: saved },
    [call]: refusal(409, 'reports_running', 'You already have 5 reports in progress.'),
  })
  await view.findByRole('dialog', { name: writing.edit })
  write(view, 'select 2')
  view.server.change(`GET ${ONE}`, { body: saved })
  fireEvent.click(view.getByRole('button', { name: writing.save }))
  await waitFor(() => expect(view.said()).toEqual([openedTexts.runFailed]))
  expect(view.server.sent(call)).toEqual([{ parameters: [], background: false }])
  expect(view.queryByRole('dialog')).toBeNull()
  expect(view.getByText(openedTexts.changed)).toBeTruthy()
})

test('a refused query names its line, and says that nothing was sent', async () => {
  const problem = { message: 'There is no view “pg_class”.', hint: 'Use one of the views.', line: 2, column: 6 }
  const view = openReports('/reports?panel=new', {
    ...all,
    'POST /v1/reports/preview/': { body: { data: { problem, sent: false, columns: [], rows: [], more: false } } },
    'POST /v1/reports/generate/': refusal(422, 'invalid_request', problem.message),
  })
  fireEvent.change(await view.findByRole('textbox', { name: spec.name }), { target: { value: 'Late' } })
  write(view, 'select *\nfrom pg_class')
  fireEvent.click(view.getByRole('button', { name: spec.createIt }))
  expect(await view.findByText('Line 2: There is no view “pg_class”.')).toBeTruthy()
  expect(view.getByText(writing.noneSent)).toBeTruthy()
  expect(view.getByText(/^Failed to create report\. Please try again\./)).toBeTruthy()
})

test('a column that the database knows by another name is repaired by a button', async () => {
  const hint = 'Perhaps you meant to reference the column "instances.workflow".'
  const problem = { message: 'Column "workflo" does not exist.', hint, line: 1, column: 8 }
  const view = openReports('/reports?panel=new', {
    ...all,
    'POST /v1/reports/preview/': { body: { data: { problem, sent: true, columns: [], rows: [], more: false } } },
  })
  await view.findByRole('textbox', { name: spec.name })
  write(view, 'select workflo from instances')
  fireEvent.click(view.getByRole('button', { name: writing.previewFirst }))
  fireEvent.click(await view.findByRole('button', { name: 'Use “workflow”' }))
  await waitFor(() => expect(editor(view).state.doc.toString()).toBe('select workflow from instances'))
  expect(view.queryByText(/does not exist/)).toBeNull()
})

test('a question becomes a query that is shown before it runs, with how each word was read', async () => {
  const call = 'POST /v1/agents/query-generator/'
  const view = openReports('/reports?panel=new', {
    ...all,
    [call]: {
      body: {
        query: 'select count(*) from instances',
        parameters: [],
        readings: [{ quote: 'cases', text: 'rows of instances', is_guess: true }],
        drafter: 'rules',
        model: null,
        note: null,
      },
    },
  })
  fireEvent.click(await view.findByRole('radio', { name: spec.copilot }))
  fireEvent.click(view.getByRole('button', { name: /^Generate Query/ }))
  expect(view.getByText(spec.questionRequired)).toBeTruthy()
  fireEvent.change(view.getByLabelText(writing.question), { target: { value: 'How many cases?' } })
  expect(view.queryByText(spec.questionRequired)).toBeNull()
  fireEvent.click(view.getByRole('button', { name: /^Generate Query/ }))
  expect(await view.findByText('Drafted by built-in rules from “How many cases?”')).toBeTruthy()
  expect(view.getByText('“cases” means rows of instances')).toBeTruthy()
  expect(editor(view).state.doc.toString()).toBe('select count(*) from instances')
  expect(view.getByRole('radio', { name: spec.standard })).toHaveProperty('checked', true)
  fireEvent.click(view.getByRole('button', { name: writing.askAgain }))
  view.server.change(call, { status: 500, body: {} })
  fireEvent.click(view.getByRole('button', { name: /^Generate Query/ }))
  expect(await view.findByText(spec.generateFailed)).toBeTruthy()
})

test('a query that was written is not thrown away without a question', async () => {
  const view = openReports('/reports?panel=new', all)
  await view.findByRole('textbox', { name: spec.name })
  write(view, 'select 1')
  fireEvent.click(view.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await view.findByRole('button', { name: 'Keep editing' }))
  expect(editor(view).state.doc.toString()).toBe('select 1')
  fireEvent.click(view.getByRole('button', { name: 'Cancel' }))
  fireEvent.click(await view.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(view.queryByRole('dialog')).toBeNull())
})

test('values of parameters are not thrown away without a question either', async () => {
  const parameters = [{ name: 'since', type: 'date', value: '2026-01-01' }]
  const view = openReports(`/reports/${id(700)}?edit=true`, {
    [`GET ${ONE}`]: { body: opened(runOf({ row_count: 0 }), { query: 'select {{since}}', parameters }) },
  })
  const dialog = within(await view.findByRole('dialog', { name: writing.edit }))
  fireEvent.change(dialog.getByLabelText('Value of since'), { target: { value: '2026-02-01' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(await view.findByRole('button', { name: 'Discard changes' })).toBeTruthy()
})

test('a preview under way is not asked for twice, and its answer does not stand under a newer query', async () => {
  const call = 'POST /v1/reports/preview/'
  const answerOf = (value: string) => ({
    data: { problem: null, sent: true, columns: [{ name: 'v', type: 'text' }], rows: [[value]], more: false },
  })
  const view = openReports('/reports?panel=new', all)
  await view.findByRole('textbox', { name: spec.name })
  const { fetch } = globalThis
  const asked = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  let count = 0
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    input === '/v1/reports/preview/' ? asked[count++]?.promise : fetch(input, init),
  )
  write(view, 'select 1')
  const press = () => fireEvent.click(view.getByRole('button', { name: writing.previewFirst }))
  press()
  await waitFor(() => expect(count).toBe(1))
  const runKey = () => fireEvent.keyDown(view.getByLabelText(writing.query), { key: 'Enter', ctrlKey: true })
  runKey()
  write(view, 'select 2')
  runKey()
  await waitFor(() => expect(count).toBe(2))
  await act(async () => asked[1]?.resolve(await declaredResponse(call, { body: answerOf('newer') })))
  expect(await view.findByText('newer')).toBeTruthy()
  await act(async () => asked[0]?.resolve(await declaredResponse(call, { body: answerOf('older') })))
  expect(view.queryByText('older')).toBeNull()
  expect(view.getByText('newer')).toBeTruthy()
})
