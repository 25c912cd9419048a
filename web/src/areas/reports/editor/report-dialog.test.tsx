import { currentCompletions, startCompletion } from '@codemirror/autocomplete'
import { EditorView } from '@codemirror/view'
import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { declaredResponse, refusal } from '../../../shared/testing/fake-server.ts'
import { openedTexts, spec, editorTexts as writing } from '../reports.texts.ts'
import { FIRST_PAGE, id, ONE, opened, openReports, pageOf, report, runOf } from '../testing/open-reports.tsx'

beforeAll(async () => {
  await import('./report-dialog.tsx')
}, 60_000)

const all = { [FIRST_PAGE]: pageOf([report(700, 'Late cases', { row_count: 214 })]) }

type View = ReturnType<typeof openReports>
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

test('the first report begins with an example', async () => {
  const view = openReports('/reports', { [FIRST_PAGE]: pageOf([]) })
  fireEvent.click(await view.findByRole('button', { name: /Late instances by workflow/ }))
  const dialog = within(await view.findByRole('dialog', { name: spec.create }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: spec.name }).value).toBe('Late instances by workflow')
  expect(editor(view).state.doc.toString()).toContain('from instances')
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
        other: null,
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

test('what was guessed is read the other way by a button, until the query is edited', async () => {
  const read = (day: string) => ({
    query: `select ${day}, count(*) from tasks group by 1`,
    readings: [
      { quote: 'tasks', text: 'rows of tasks', is_guess: false },
      { quote: 'by day', text: `the day of ${day}`, is_guess: true },
    ],
  })
  const by = { parameters: [], drafter: 'rules', model: null, note: null }
  const view = openReports('/reports?panel=new', {
    ...all,
    'POST /v1/agents/query-generator/': { body: { ...by, ...read('created_on'), other: read('completed_on') } },
  })
  fireEvent.click(await view.findByRole('radio', { name: spec.copilot }))
  fireEvent.change(view.getByLabelText(writing.question), { target: { value: 'Tasks by day' } })
  fireEvent.click(view.getByRole('button', { name: /^Generate Query/ }))
  const other = await view.findByRole('button', { name: 'Use the day of completed_on instead' })
  expect(view.getAllByRole('button', { name: /instead$/ })).toEqual([other])
  other.focus()
  fireEvent.click(other)
  expect(editor(view).state.doc.toString()).toBe(read('completed_on').query)
  expect(view.getByText('“by day” means the day of completed_on')).toBeTruthy()
  const back = view.getByRole('button', { name: 'Use the day of created_on instead' })
  expect(document.activeElement).toBe(back)
  fireEvent.click(back)
  expect(editor(view).state.doc.toString()).toBe(read('created_on').query)
  write(view, 'select 1')
  expect(view.queryByRole('button', { name: /instead$/ })).toBeNull()
})

const offersFor = async (view: View, query: string) => {
  write(view, query)
  const found = editor(view)
  act(() => {
    found.dispatch({ selection: { anchor: query.length } })
    startCompletion(found)
  })
  await waitFor(() => expect(currentCompletions(found.state).length).toBeGreaterThan(0))
  return currentCompletions(found.state).map(({ label }) => label)
}

test('the editor offers views, the columns of those that the query reads, and functions', async () => {
  const view = openReports('/reports?panel=new', all)
  await view.findByRole('textbox', { name: spec.name })
  await view.findByText('workflow')
  expect(await offersFor(view, 'select * from inst')).toContain('instances')
  const columns = await offersFor(view, 'select 1 from instances where wor')
  expect(columns).toContain('workflow')
  expect(await offersFor(view, 'select cou')).toContain('count')
  expect(await offersFor(view, 'select 1 from instances i where instances.')).toEqual(['late', 'workflow'])
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

/** Previews are answered in any order. */
function holdPreviews() {
  const { fetch } = globalThis
  const asked = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  let count = 0
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    input === '/v1/reports/preview/' ? asked[count++]?.promise : fetch(input, init),
  )
  const answer = (at: number, value: string) =>
    act(async () => {
      const data = { problem: null, sent: true, columns: [{ name: 'v', type: 'text' }], rows: [[value]], more: false }
      asked[at]?.resolve(await declaredResponse('POST /v1/reports/preview/', { body: { data } }))
    })
  return { count: () => count, answer }
}

test('an answer that comes after its query or a value was changed is not shown', async () => {
  const view = openReports('/reports?panel=new', all)
  await view.findByRole('textbox', { name: spec.name })
  const previews = holdPreviews()
  write(view, 'select {{since}}')
  fireEvent.click(view.getByRole('button', { name: writing.previewFirst }))
  await waitFor(() => expect(previews.count()).toBe(1))
  fireEvent.change(view.getByLabelText('Value of since'), { target: { value: '2026-02-01' } })
  expect(view.queryByText(writing.previewing)).toBeNull()
  await previews.answer(0, 'older')
  fireEvent.click(view.getByRole('button', { name: writing.previewFirst }))
  await waitFor(() => expect(previews.count()).toBe(2))
  write(view, 'select 2')
  await previews.answer(1, 'old')
  expect(view.queryByText(/^old/)).toBeNull()
  expect(view.getByRole('button', { name: writing.previewFirst })).toBeTruthy()
})

test('a preview under way is not asked for twice, and its answer does not stand under a newer query', async () => {
  const view = openReports('/reports?panel=new', all)
  await view.findByRole('textbox', { name: spec.name })
  const previews = holdPreviews()
  write(view, 'select 1')
  const press = () => fireEvent.click(view.getByRole('button', { name: writing.previewFirst }))
  press()
  await waitFor(() => expect(previews.count()).toBe(1))
  const runKey = () => fireEvent.keyDown(view.getByLabelText(writing.query), { key: 'Enter', ctrlKey: true })
  runKey()
  write(view, 'select 2')
  runKey()
  await waitFor(() => expect(previews.count()).toBe(2))
  await previews.answer(1, 'newer')
  expect(await view.findByText('newer')).toBeTruthy()
  await previews.answer(0, 'older')
  expect(view.queryByText('older')).toBeNull()
  expect(view.getByText('newer')).toBeTruthy()
})
