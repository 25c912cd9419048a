import { text } from 'node:stream/consumers'
import { read, utils } from '@e965/xlsx'
import * as reports from '@throughline/contracts/reports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { eventually } from '../../../test/eventually.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { createReportWorld, type ReportPerson } from '../../../test/reports/report-world.ts'
import { makeInstance, makeTask } from '../../../test/running-world.ts'
import { verdict } from '../../../test/verdict.ts'
import { purgeReports } from './purge-reports.ts'
import { createRunReportsActivities } from './run/run-reports.activities.ts'

const api = await createTestApi({ ...ENGINE_AWAY })
afterAll(() => api.close())
const { parts, storage, activities, runWaiting, create, opened, rowsOf, tenantId, hire, workflow } =
  await createReportWorld(api)

/** So late that it is never past. */
const DUE = new Date('2099-03-02')

let ada: ReportPerson
let ben: ReportPerson
beforeAll(async () => {
  ada = await hire('ada', 'Ada Asker')
  ben = await hire('ben', 'Ben Borrower')
  const instance = await makeInstance(api.ctx, tenantId, workflow, { name: 'Report me' })
  for (let n = 1; n <= 3; n++)
    await makeTask(api.ctx, tenantId, instance, { round: n, name: `=Task, "${n}"`, ...(n === 1 && { due: DUE }) })
})

/** Of reports that the database is answering. */
const backends = () =>
  api.database.admin(async (db) => {
    const { rows } = await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename = 'tl_report' and datname = current_database()`,
    )
    return rows
  })

const fileOf = ({ visitor }: ReportPerson, reportId: string, format = '') =>
  visitor.fetch(
    `${visitor.origin}${reports.downloadReport.path.replace(':reportId', reportId)}${format && `?format=${format}`}`,
  )

describe('a report', () => {
  test('is kept, run as its person, and read in pages and files', async () => {
    const made = await create(
      ada,
      `select name, round, due_date, late from tasks where name like {{like}} order by round`,
      {
        parameters: [{ name: 'like', type: 'text', value: '=Task%' }],
      },
    )
    expect(made).toMatchObject({
      status: 'processing',
      row_count: null,
      description: 'Custom SQL report',
      run: { queue_position: 0, row_count: 0 },
    })
    expect(await verdict(rowsOf(ada, made.id))).toBe('409 report_not_ready')
    await runWaiting()
    const done = await opened(ada, made.id)
    expect(done).toMatchObject({
      status: 'completed',
      row_count: 3,
      file_url: `/reports/${made.id}`,
      run: { problem: null },
    })
    expect(done.run?.columns).toEqual([
      { name: 'name', type: 'text' },
      { name: 'round', type: 'number' },
      { name: 'due_date', type: 'date' },
      { name: 'late', type: 'boolean' },
    ])
    expect((await rowsOf(ada, made.id)).data).toMatchObject({
      count: 3,
      rows: [
        ['=Task, "1"', '1', '2099-03-02', 'f'],
        ['=Task, "2"', '2', null, 'f'],
        ['=Task, "3"', '3', null, 'f'],
      ],
    })
    const csv = await fileOf(ada, made.id)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect((await csv.text()).split('\r\n').slice(0, 2)).toEqual([
      'name,round,due_date,late',
      `"'=Task, ""1""",1,2099-03-02,f`,
    ])
    const book = read(Buffer.from(await (await fileOf(ada, made.id, 'xlsx')).arrayBuffer()))
    const [sheet] = Object.values(book.Sheets)
    if (!sheet) throw new Error('a workbook has a sheet')
    expect(utils.sheet_to_json(sheet, { header: 1, raw: true })).toEqual([
      ['name', 'round', 'due_date', 'late'],
      ['=Task, "1"', 1, (DUE.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000, false],
      ['=Task, "2"', 2, undefined, false],
      ['=Task, "3"', 3, undefined, false],
    ])
  })

  test('of a colleague is run as oneself, and their answer opens for nobody else', async () => {
    const made = await create(ada, 'select count(*) as n from tasks')
    await runWaiting()
    expect(await opened(ben, made.id)).toMatchObject({ status: 'completed', row_count: null, run: null })
    expect(await verdict(rowsOf(ben, made.id))).toBe('409 report_not_run')
    expect((await fileOf(ben, made.id)).status).toBe(409)
    await ben.client(reports.runReport, { params: { reportId: made.id }, body: {} })
    await runWaiting()
    expect((await rowsOf(ben, made.id)).data.rows).toHaveLength(1)
  })

  test('keeps earlier answers for their person, who alone can open them', async () => {
    const made = await create(ada, 'select {{n}} as n', { parameters: [{ name: 'n', type: 'number', value: '1' }] })
    await runWaiting()
    const params = { reportId: made.id }
    const again = { parameters: [{ name: 'n', type: 'number' as const, value: '2' }] }
    await ada.client(reports.runReport, { params, body: again })
    expect((await ada.client(reports.listReports, { query: {} })).data.find(({ id }) => id === made.id)).toMatchObject({
      status: 'processing',
      progress: { row_count: 0, started_at: null, seconds: 30 },
    })
    await runWaiting()
    const { data: runs } = await ada.client(reports.listReportRuns, { params })
    expect(runs.map(({ parameters }) => parameters[0]?.value)).toEqual(['2', '1'])
    const earlier = runs[1]?.id
    const rows = (person: ReportPerson) =>
      person.client(reports.getReportRows, { params, query: { page: 1, run_id: earlier } })
    expect((await rows(ada)).data.rows).toEqual([['1']])
    expect((await rowsOf(ada, made.id)).data.rows).toEqual([['2']])
    expect(await (await fileOf(ada, made.id, `csv&run_id=${earlier}`)).text()).toMatch(/n\r\n1\r\n$/)
    expect(await verdict(rows(ben))).toBe('404 not_found')
    expect((await ben.client(reports.listReportRuns, { params })).data).toEqual([])
    const other = await create(ada, 'select 3 as n')
    await runWaiting()
    const crossed = ada.client(reports.getReportRows, {
      params: { reportId: other.id },
      query: { page: 1, run_id: earlier },
    })
    expect(await verdict(crossed)).toBe('404 not_found')
  })

  test('that the gate refuses is not kept, and says where', async () => {
    const refused = await verdict(create(ada, 'select *\nfrom pg_class'))
    expect(refused).toBe('422 invalid_request')
    const { data } = await ada.client(reports.previewReport, { body: { query: 'select *\nfrom  pg_class' } })
    expect(data).toMatchObject({
      sent: false,
      problem: { message: 'There is no view “pg_class”.', line: 2, column: 7 },
    })
  })

  test('with a longer text than a cell of a spreadsheet holds is to be had as CSV, and says so', async () => {
    const made = await create(ada, `select repeat('x', 32767) || 'y' as long`)
    await runWaiting()
    expect(await opened(ada, made.id)).toMatchObject({ status: 'completed', xlsx: false, run: { xlsx: false } })
    const refused = await fileOf(ada, made.id, 'xlsx')
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Download CSV instead.')])
    expect(await (await fileOf(ada, made.id, 'csv')).text()).toMatch(/^\ufeff?long\r\nx{32767}y\r\n$/)
  })

  test('that names an unknown column fails with the place in what was written', async () => {
    const { data } = await ada.client(reports.previewReport, { body: { query: 'select id,\n  nmae from tasks' } })
    expect(data).toMatchObject({
      sent: true,
      problem: {
        message: 'Column "nmae" does not exist.',
        hint: 'Perhaps you meant to reference the column "tasks.name".',
        line: 2,
        column: 3,
      },
    })
    const made = await create(ada, 'select nmae from tasks')
    await runWaiting()
    expect(await opened(ada, made.id)).toMatchObject({ status: 'failed', problem: 'Column "nmae" does not exist.' })
    expect((await fileOf(ada, made.id)).status).toBe(409)
  })

  test('with more rows than a page shows fails in words, and can be had as a file', async () => {
    const many = `select a as n, 'Row ' || a as name from generate_series(1, 10000) a, generate_series(1, 11) b`
    const shown = await create(ada, many)
    const file = await create(ada, many, { background: true })
    await runWaiting()
    expect((await opened(ada, shown.id)).run?.problem).toMatchObject({
      message: 'The report has more than 100,000 rows.',
    })
    expect(await opened(ada, file.id)).toMatchObject({ status: 'completed', row_count: 110_000 })
    expect((await rowsOf(ada, file.id, 1000)).data.rows).toHaveLength(100)
    expect((await text(await bodyOf(fileOf(ada, file.id)))).split('\r\n')).toHaveLength(110_002)
  })

  test('of rows that are too long to hold fails in words, and isn’t shown either', async () => {
    const columns = Array.from({ length: 50 }, (_, n) => `repeat('x', 32767) as c${n}`)
    const query = `select ${columns.join()} from generate_series(1, 30)`
    const made = await create(ada, query)
    await runWaiting()
    expect((await opened(ada, made.id)).run?.problem).toEqual({
      message: 'This report’s rows are too large: more than 32 MB in 1,000 rows.',
      hint: 'Choose fewer columns, or shorten long texts with left().',
    })
    const { data } = await ada.client(reports.previewReport, { body: { query } })
    expect(data).toMatchObject({ rows: [], problem: { message: 'The first rows are too long to show.' } })
  })

  test('that somebody stopped has no answer', async () => {
    const made = await create(ada, 'select 1')
    await ada.client(reports.stopReport, { params: { reportId: made.id } })
    await runWaiting()
    expect((await opened(ada, made.id)).run?.problem).toEqual({ message: 'You stopped this report.' })
  })

  test('is stopped while it runs', async () => {
    const made = await create(
      ada,
      'select count(*) from generate_series(1, 10000) a, generate_series(1, 10000) b, generate_series(1, 100) c',
    )
    const running = runWaiting()
    await eventually(async () => expect(await backends()).toHaveLength(1))
    await ada.client(reports.stopReport, { params: { reportId: made.id } })
    await running
    const stopped = Date.now()
    expect((await opened(ada, made.id)).run?.problem).toEqual({ message: 'You stopped this report.' })
    // The database notices within a second that nobody listens any more.
    await eventually(async () => expect(await backends()).toEqual([]))
    expect(Date.now() - stopped).toBeLessThan(3_000)
  })

  test('that a cut-off worker goes on answering keeps the answer of the one that took over', async () => {
    const made = await create(ada, 'select now() as moment from generate_series(1, 1500)')
    const runId = (await activities.nextReportRun({ tenantId })) ?? ''
    const cutOff = Promise.withResolvers<void>()
    const put: typeof storage.exports.put = async (file, content) => {
      await cutOff.promise
      await storage.exports.put(file, content)
    }
    const slow = createRunReportsActivities({ ...parts, storage: { ...storage, exports: { ...storage.exports, put } } })
    const first = slow.runReport({ tenantId, runId })
    await eventually(async () => expect((await opened(ada, made.id)).run?.started_at).not.toBeNull())
    await activities.runReport({ tenantId, runId })
    const answer = (await rowsOf(ada, made.id, 15)).data
    expect(answer.rows).toHaveLength(100)
    cutOff.resolve()
    await first
    expect((await rowsOf(ada, made.id, 15)).data).toEqual(answer)
    expect(await opened(ada, made.id)).toMatchObject({ status: 'completed', row_count: 1500 })
  })

  test('is changed and deleted by its person, and comes back', async () => {
    const made = await create(ada, 'select 1')
    const change = {
      params: { reportId: made.id },
      body: { version: made.version, title: 'Another name', query: 'select 2' },
    }
    expect(await verdict(ben.client(reports.changeReport, change))).toBe('403 not_yours')
    expect(made.run).toMatchObject({ stale: false })
    // What was answered, or is being answered, is the former question.
    expect(await ada.client(reports.changeReport, change)).toMatchObject({
      title: 'Another name',
      query: 'select 2',
      run: { stale: true },
    })
    expect((await ada.client(reports.listReportRuns, { params: { reportId: made.id } })).data).toMatchObject([
      { stale: true },
    ])
    expect(await verdict(ada.client(reports.changeReport, change))).toMatch(/^409 /)
    expect(await verdict(ben.client(reports.deleteReport, { params: { reportId: made.id } }))).toBe('403 not_yours')
    await ada.client(reports.deleteReport, { params: { reportId: made.id } })
    expect(await verdict(opened(ada, made.id))).toBe('404 not_found')
    await ada.client(reports.restoreReport, { params: { reportId: made.id } })
    expect((await opened(ada, made.id)).title).toBe('Another name')
    await runWaiting()
  })

  test('and its answers go when their time is over', async () => {
    const made = await create(ada, 'select 1 as one')
    await runWaiting()
    await api.database.admin((db) =>
      db.query(`update report_runs set expires_at = now() - interval '1 s' where report_id = $1`, [made.id]),
    )
    expect(await purgeReports(parts.ctx, storage, { tenantId })).toBeGreaterThan(0)
    expect((await opened(ada, made.id)).run).toBeNull()
    await ada.client(reports.deleteReport, { params: { reportId: made.id } })
    await api.database.admin((db) =>
      db.query(`update reports set deleted_at = now() - interval '31 days' where id = $1`, [made.id]),
    )
    expect(await purgeReports(parts.ctx, storage, { tenantId })).toBeGreaterThan(0)
  })
})

const bodyOf = async (answer: Promise<Response>) => {
  const { body } = await answer
  if (!body) throw new Error('the file has no content')
  return body
}

test('the list is paged by number, the newest first', async () => {
  const first = await ada.client(reports.listReports, { query: { page_size: 2 } })
  expect(first).toMatchObject({ status: 'success', page: 1, page_size: 2 })
  expect(first.count).toBeGreaterThan(2)
  const second = await ada.client(reports.listReports, { query: { page_size: 2, page: 2 } })
  expect(second.data[0]?.id).not.toBe(first.data[0]?.id)
  const made = await create(ada, 'select 1', { title: 'Überfällig, 100%' })
  const named = (q: string) => ada.client(reports.listReports, { query: { q } })
  for (const q of ['überfällig', ' 100% ']) expect(await named(q)).toMatchObject({ count: 1, data: [{ id: made.id }] })
  expect(await named('%zebra')).toMatchObject({ count: 0, data: [] })
})

test('every view and column says what it means', async () => {
  const { data } = await ada.client(reports.listReportViews)
  expect(data.views.map(({ name }) => name)).toEqual([
    'answers',
    'approvals',
    'documents',
    'effects',
    'form_submissions',
    'instances',
    'members',
    'tasks',
    'workflows',
  ])
  for (const { meaning, columns } of data.views)
    for (const column of columns)
      expect(
        [meaning, column.meaning].every((one) => one.endsWith('.')),
        column.name,
      ).toBe(true)
})

describe('plain words', () => {
  const ask = (query: string) => ada.client(reports.generateQuery, { body: { query } })

  test.each([
    [
      'How many tasks were completed by month?',
      /count\(\*\) as count\nfrom tasks\nwhere status = 'completed'\ngroup by 1/,
    ],
    ['average hours of instances by workflow', /round\(avg\(hours\), 2\) as average_hours\nfrom instances/],
    ['share of late tasks by team', /count\(\*\) filter \(where late\)/],
    ['the longest instances last month', /order by hours desc\nlimit 20/],
    ['number of responses by form this year', /from form_submissions/],
    ['rejected approvals by member in the last 30 days', /verdict = 'reject'/],
    ['How many tasks of ask for it?', /\(workflow_id, step\) in \(\('[0-9a-f-]{36}', 'ask'\)\)/],
  ])('%s', async (question, expected) => {
    const made = await ask(question)
    expect(made).toMatchObject({ drafter: 'rules', model: null, note: null })
    expect(made.query).toMatch(expected)
    const { data } = await ada.client(reports.previewReport, { body: { query: made.query } })
    expect(data.problem).toBeNull()
  })

  test('that say nothing are refused', async () => {
    await expect(ask('hello there')).rejects.toThrow('Failed to generate query. Please try again.')
  })
})
