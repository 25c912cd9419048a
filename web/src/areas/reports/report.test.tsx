import { act, fireEvent, waitFor, within } from '@testing-library/react'
import { ReportRunId } from '@throughline/contracts/ids'
import { expect, test } from 'vitest'
import { refusal } from '../../shared/testing/fake-server.ts'
import { texts as listTexts, openedTexts as texts } from './reports.texts.ts'
import { id, LENA, ONE, opened, openReports, ROWS, rowsOf, runOf } from './testing/open-reports.tsx'

const GET = `GET ${ONE}`
const columns = [
  { name: 'workflow', type: 'text' },
  { name: 'late', type: 'number' },
]
const rows = [
  ['Monthly close', '1204'],
  ['Invoice approval', '19'],
]
const done = { [GET]: { body: opened(runOf()) }, [ROWS]: rowsOf(columns, rows) }

test('an answer is a chart and a table, and each can be shown alone', async () => {
  const view = openReports(`/reports/${id(700)}`, done)
  const table = within(await view.findByRole('table', { name: 'Late cases' }))
  expect(table.getByText('1,204')).toBeTruthy()
  expect(view.getByRole('heading', { name: 'late by workflow' })).toBeTruthy()
  expect(view.getByText(/ran as you .* in 1\.0 s · 2 rows/)).toBeTruthy()
  fireEvent.click(view.getByRole('radio', { name: texts.chart }))
  expect(view.queryByRole('table', { name: 'Late cases' })).toBeNull()
  fireEvent.click(view.getByRole('button', { name: 'Show late by workflow as table' }))
  expect(view.getByRole('table', { name: 'late by workflow' })).toBeTruthy()
  fireEvent.click(view.getByRole('radio', { name: texts.table }))
  expect(view.queryByRole('heading', { name: 'late by workflow' })).toBeNull()
})

test('months are drawn as a line, and a single number stands alone', async () => {
  const months = [
    ['2026-09-01', '3'],
    ['2026-10-01', '5'],
    ['2026-11-01', '4'],
  ]
  const over = [
    { name: 'month', type: 'date' },
    { name: 'tasks', type: 'number' },
  ]
  const view = openReports(`/reports/${id(700)}`, { ...done, [ROWS]: rowsOf(over, months) })
  expect(await view.findByRole('heading', { name: 'tasks by month' })).toBeTruthy()
  expect(view.container.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(3)
  view.unmount()
  const one = openReports(`/reports/${id(700)}`, { ...done, [ROWS]: rowsOf([{ name: 'n', type: 'number' }], [['42']]) })
  expect((await one.findAllByText('42')).length).toBe(2)
})

test('a colleague’s report runs as oneself when it is opened', async () => {
  const call = `POST ${ONE}run/`
  const never = opened(null, { created_by: LENA, row_count: null })
  const view = openReports(`/reports/${id(700)}`, {
    [GET]: { body: never },
    [call]: { status: 202, body: never },
  })
  await waitFor(() => expect(view.server.sent(call)).toEqual([{ parameters: [], background: false }]))
  expect(view.queryByRole('button', { name: texts.edit })).toBeNull()
})

test('values in the address are those that it runs with, once', async () => {
  const since = { name: 'since', type: 'date', value: '2026-01-01' } as const
  const call = `POST ${ONE}run/`
  const body = opened(runOf({ parameters: [since] }), { parameters: [since] })
  const view = openReports(`/reports/${id(700)}`, { ...done, [GET]: { body }, [call]: { status: 202, body } })
  const field = await view.findByLabelText('Value of since')
  expect(view.server.sent(call)).toEqual([])
  fireEvent.change(field, { target: { value: '2026-03-01' } })
  await waitFor(() =>
    expect(view.server.sent(call)).toEqual([{ parameters: [{ ...since, value: '2026-03-01' }], background: false }]),
  )
  expect(view.router.state.location.search).toEqual({ 'p.since': '2026-03-01' })
})

test('a value that was typed is forgotten when the page asks for another', async () => {
  const since = { name: 'since', type: 'date', value: '2026-01-01' } as const
  const call = `POST ${ONE}run/`
  const body = opened(runOf({ parameters: [since] }), { parameters: [since] })
  const view = openReports(`/reports/${id(700)}`, { ...done, [GET]: { body }, [call]: { status: 202, body } })
  const field = await view.findByLabelText('Value of since')
  fireEvent.change(field, { target: { value: '2026-03-01' } })
  await waitFor(() => expect(view.server.sent(call)).toHaveLength(1))
  await act(() => view.router.navigate({ to: '/reports/$reportId', params: { reportId: id(700) }, search: {} }))
  expect(view.getByLabelText('Value of since')).toHaveProperty('value', '2026-01-01')
  await act(() => new Promise((wake) => setTimeout(wake, 800)))
  expect(view.router.state.location.search).toEqual({})
  expect(view.server.sent(call)).toHaveLength(1)
})

test('a query that was changed is run anew, and its old answer is not shown meanwhile', async () => {
  const call = `POST ${ONE}run/`
  const stale = runOf({ stale: true })
  const view = openReports(`/reports/${id(700)}`, { ...done, [GET]: { body: opened(stale) }, [call]: 'silent' })
  expect(await view.findByText(texts.changed)).toBeTruthy()
  expect(view.queryByRole('table', { name: 'Late cases' })).toBeNull()
  await waitFor(() => expect(view.server.sent(call)).toHaveLength(1))
  view.unmount()
  const problem = { message: 'Column "nmae" does not exist.', line: 2, column: 3 }
  const failed = openReports(`/reports/${id(700)}?run=${id(901)}`, {
    ...done,
    [`GET ${ONE}runs/`]: {
      body: { data: [runOf({ id: ReportRunId.parse(id(901)), stale: true, status: 'failed', problem })] },
    },
  })
  expect((await failed.findByRole('alert')).textContent).toContain(problem.message)
  expect(failed.getByText(/of an earlier version of the query$/)).toBeTruthy()
  expect(failed.queryByText('Line 2 is where it failed')).toBeNull()
})

test('rows of other values are not shown, and not run over those of another page', async () => {
  const since = { name: 'since', type: 'date', value: '2026-01-01' } as const
  const call = `POST ${ONE}run/`
  const body = opened(runOf({ parameters: [since] }), { parameters: [since] })
  const view = openReports(`/reports/${id(700)}`, { ...done, [GET]: { body }, [call]: 'silent' })
  expect(await view.findByRole('table', { name: 'Late cases' })).toBeTruthy()
  const other = runOf({ id: ReportRunId.parse(id(902)), parameters: [{ ...since, value: '2026-06-01' }] })
  view.server.change(GET, { body: opened(other, { parameters: [since] }) })
  await act(() => view.queries.invalidateQueries())
  expect(await view.findByText(texts.otherValues)).toBeTruthy()
  expect(view.queryByRole('table', { name: 'Late cases' })).toBeNull()
  expect(view.server.sent(call)).toEqual([])
  fireEvent.click(view.getByRole('button', { name: texts.run }))
  await waitFor(() => expect(view.server.sent(call)).toEqual([{ parameters: [since], background: false }]))
})

test('a value that was emptied is a value, also when the page is opened anew', async () => {
  const who = { name: 'who', type: 'text', value: 'Maya' } as const
  const call = `POST ${ONE}run/`
  const answers = { ...done, [GET]: { body: opened(runOf({ parameters: [who] }), { parameters: [who] }) } }
  const view = openReports(`/reports/${id(700)}`, { ...answers, [call]: 'silent' })
  fireEvent.change(await view.findByLabelText('Value of who'), { target: { value: '' } })
  const sent = [{ parameters: [{ ...who, value: '' }], background: false }]
  await waitFor(() => expect(view.server.sent(call)).toEqual(sent))
  const { href } = view.router.state.location
  view.unmount()
  const again = openReports(href, { ...answers, [call]: 'silent' })
  await waitFor(() => expect(again.server.sent(call)).toEqual(sent))
})

test('a run under way says how far it is and can be stopped', async () => {
  const run = runOf({ status: 'processing', row_count: 12_000, finished_at: null })
  const call = `POST ${ONE}stop/`
  const view = openReports(`/reports/${id(700)}`, {
    [GET]: { body: opened(run, { status: 'processing' }) },
    [call]: { body: opened(run, { status: 'processing' }) },
  })
  expect(await view.findByText('12,000 rows so far')).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: listTexts.stop }))
  await waitFor(() => expect(view.server.sent(call)).toHaveLength(1))
})

test('a file is announced when it is ready while its report stands open', async () => {
  const running = runOf({ status: 'processing', background: true, finished_at: null })
  const progress = { row_count: 9, started_at: '2026-11-12T09:00:00Z', seconds: 60 }
  const view = openReports(`/reports/${id(700)}`, {
    [GET]: { body: opened(running, { status: 'processing', progress }) },
  })
  expect(await view.findByText('2 rows so far')).toBeTruthy()
  view.server.change(GET, { body: opened(runOf({ row_count: 110_000, background: true })) })
  await act(() => view.queries.invalidateQueries())
  await waitFor(() => expect(view.said()).toEqual(['Your file “Late cases” is ready']))
})

test('a run that waits says how many are ahead', async () => {
  const run = runOf({ status: 'processing', started_at: null, finished_at: null, queue_position: 2 })
  const view = openReports(`/reports/${id(700)}`, { [GET]: { body: opened(run, { status: 'processing' }) } })
  expect(await view.findByText('2 reports in your organization are ahead.')).toBeTruthy()
})

test('a failed run says why and where, what it reads, and the ways on', async () => {
  const problem = { message: 'The report took longer than 30 seconds.', hint: 'Narrow it.' }
  const count = 'POST /v1/reports/preview/'
  const call = `POST ${ONE}run/`
  const body = opened(runOf({ status: 'failed', problem }), { status: 'failed' })
  const view = openReports(`/reports/${id(700)}`, {
    [GET]: { body },
    [call]: { status: 202, body },
    [count]: {
      body: {
        data: {
          problem: null,
          sent: true,
          columns: [{ name: 'count', type: 'number' }],
          rows: [['9412806']],
          more: false,
        },
      },
    },
  })
  expect((await view.findByRole('alert')).textContent).toContain(problem.message)
  expect(await view.findByText('9,412,806')).toBeTruthy()
  expect(view.server.sent(count)).toEqual([expect.objectContaining({ query: 'select count(*) from instances' })])
  expect(view.getByRole('link', { name: listTexts.fix })).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: texts.asFile }))
  await waitFor(() => expect(view.server.sent(call)).toEqual([{ parameters: [], background: true }]))
})

test('an answer without rows, and one that was made as a file, say so', async () => {
  const view = openReports(`/reports/${id(700)}`, { [GET]: { body: opened(runOf({ row_count: 0 })) } })
  expect(await view.findByText(texts.emptyTitle)).toBeTruthy()
  view.unmount()
  const file = openReports(`/reports/${id(700)}`, {
    [GET]: { body: opened(runOf({ row_count: 110_000, background: true })) },
  })
  expect(await file.findByText('Your file with 110,000 rows is ready')).toBeTruthy()
})

test('an earlier run opens with its own rows, and leads back to the latest', async () => {
  const earlier = runOf({ id: ReportRunId.parse(id(901)), created_at: '2026-11-10T09:00:00Z' })
  const view = openReports(`/reports/${id(700)}`, {
    ...done,
    [`GET ${ONE}runs/`]: { body: { data: [runOf(), earlier] } },
    [`GET ${ONE}rows/?page=1&run_id=${id(901)}`]: rowsOf(columns, [['Old', '7']]),
  })
  fireEvent.click(await view.findByRole('button', { name: texts.runs }))
  fireEvent.click(await view.findByRole('menuitem', { name: /Nov 10/ }))
  expect(await view.findByText(/^Results from Nov 10/)).toBeTruthy()
  expect(await view.findByRole('cell', { name: 'Old' })).toBeTruthy()
  fireEvent.click(view.getByRole('button', { name: texts.latest }))
  expect(await view.findByRole('cell', { name: 'Monthly close' })).toBeTruthy()
})

test('what cannot be loaded, is gone, or is not for this person is told apart', async () => {
  const failed = openReports(`/reports/${id(700)}`, { [GET]: { status: 500, body: {} } })
  expect((await failed.findByRole('alert')).textContent).toContain(texts.failed)
  failed.unmount()
  const gone = openReports(`/reports/${id(700)}`, { [GET]: refusal(404, 'not_found', 'The report was not found') })
  expect(await gone.findByText(texts.gone)).toBeTruthy()
  gone.unmount()
  const broken = openReports(`/reports/${id(700)}`, { ...done, [ROWS]: { status: 500, body: {} } })
  expect((await broken.findByRole('alert')).textContent).toContain(texts.rowsFailed)
})
