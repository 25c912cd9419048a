import { constants, getPriority } from 'node:os'
import * as reports from '@throughline/contracts/reports'
import { afterAll, expect, test } from 'vitest'
import { createTestApi } from '../../../test/api.ts'
import { eventually } from '../../../test/eventually.ts'
import { ENGINE_AWAY } from '../../../test/queued-mails.ts'
import { createReportWorld } from '../../../test/reports/report-world.ts'
import { verdict } from '../../../test/verdict.ts'

const api = await createTestApi({ ...ENGINE_AWAY })
afterAll(() => api.close())
const { published, storage, runWaiting, create, opened, rowsOf, tenantId, maya, priya } = await createReportWorld(api)

test('a person has five reports under way, and who comes after them says how many are ahead', async () => {
  for (let n = 1; n <= 5; n++) await create(maya, 'select 1')
  expect(await verdict(create(maya, 'select 1'))).toBe('409 reports_running')
  expect((await create(priya, 'select 1')).run).toMatchObject({ queue_position: 5 })
  await runWaiting()
})

test('a run tells the pages of its person that it is running, and nobody else’s', async () => {
  const rows = 'generate_series(1, 10000)'
  const made = await create(maya, `select count(*) from ${rows} a, ${rows} b, ${rows} c`)
  const running = runWaiting()
  const frames = [{ type: 'report.running', id: made.id, to: [maya.id] }]
  await eventually(() => expect(published).toContainEqual(expect.objectContaining({ kind: 'live', frames })))
  await maya.client(reports.stopReport, { params: { reportId: made.id } })
  await running
})

test('on the database’s own machine everyone else goes before a report', async () => {
  const rows = 'generate_series(1, 10000)'
  const made = await create(maya, `select count(*) from ${rows} a, ${rows} b, ${rows} c`)
  const running = runWaiting()
  await eventually(async () => {
    const backends = await api.database.admin(async (db) => {
      const sql = `select pid from pg_stat_activity where usename = 'tl_report' and datname = current_database()`
      return (await db.query<{ pid: number }>(sql)).rows
    })
    expect(backends.map(({ pid }) => getPriority(pid))).toEqual([constants.priority.PRIORITY_BELOW_NORMAL])
  })
  await maya.client(reports.stopReport, { params: { reportId: made.id } })
  await running
})

test('a report that is deleted is stopped', async () => {
  const made = await create(maya, 'select 1')
  const at = { params: { reportId: made.id } }
  await maya.client(reports.deleteReport, at)
  await runWaiting()
  await maya.client(reports.restoreReport, at)
  expect((await opened(maya, made.id)).run?.problem).toEqual({ message: 'You stopped this report.' })
})

test('of more than fifty rows a preview shows fifty, and says that there are more', async () => {
  const preview = async (rows: number) => {
    const query = `select n from generate_series(1, ${rows}) n`
    const { data } = await maya.client(reports.previewReport, { body: { query } })
    return [data.rows.length, data.more]
  }
  expect([await preview(50), await preview(51)]).toEqual([
    [50, false],
    [50, true],
  ])
})

test('a page of more than 4 MB is refused; a part of a block is read as it was written', async () => {
  const long = await create(
    maya,
    `select repeat('x', 32767) as a, repeat('y', 32767) as b from generate_series(1, 200)`,
  )
  const escaped = await create(
    maya,
    String.raw`select n, E'a\tb\n\\' as text, null as none from generate_series(1, 250) n`,
  )
  await runWaiting()
  expect(await verdict(rowsOf(maya, long.id))).toBe('409 rows_too_long')
  expect((await rowsOf(maya, escaped.id, 3)).data).toMatchObject({ count: 250, rows: { length: 50 } })
  expect((await rowsOf(maya, escaped.id, 2)).data.rows[0]).toEqual(['101', 'a\tb\n\\', null])
  expect((await rowsOf(maya, escaped.id, 4)).data.rows).toEqual([])
})

test('the audit log names the report that was created, changed, exported, or deleted', async () => {
  const made = await create(maya, 'select 1 as one', { title: 'Kept' })
  await runWaiting()
  const { visitor, client } = maya
  const params = { reportId: made.id }
  const file = await visitor.fetch(
    `${visitor.origin}${reports.downloadReport.path.replace(':reportId', made.id)}?format=csv`,
  )
  expect(await file.text()).toContain('one')
  await client(reports.changeReport, { params, body: { version: made.version, title: 'Renamed' } })
  await client(reports.deleteReport, { params })
  await client(reports.restoreReport, { params })
  const { rows } = await api.database.admin((admin) =>
    admin.query('select act, data from audit_pending where entity_id = $1 order by id', [made.id]),
  )
  expect(rows).toEqual([
    { act: 'report.created', data: { name: 'Kept' } },
    { act: 'report.exported', data: { name: 'Kept' } },
    { act: 'report.changed', data: { name: 'Renamed' } },
    { act: 'report.deleted', data: { name: 'Renamed' } },
    { act: 'report.restored', data: { name: 'Renamed' } },
  ])
})

test('an export that cannot be opened is not in the audit log; one that cannot be noted there is not sent', async () => {
  const made = await create(maya, 'select 1 as one')
  await runWaiting()
  const download = () =>
    maya.visitor.fetch(`${maya.visitor.origin}${reports.downloadReport.path.replace(':reportId', made.id)}?format=csv`)
  const admin = (text: string, values: unknown[] = []) => api.database.admin((db) => db.query(text, values))
  await admin(`alter table audit_pending add constraint no_exports check (act <> 'report.exported') not valid`)
  // More than an organization may have written at a time: what was opened is closed again.
  for (let n = 0; n < 4; n++) expect((await download()).status).toBe(500)
  await admin('alter table audit_pending drop constraint no_exports')
  expect(await (await download()).text()).toContain('one')
  const { rows } = await admin('select coalesce(attempt, id) as id from report_runs where report_id = $1', [made.id])
  await storage.exports.remove({ tenantId, id: String(rows[0]?.id) })
  expect((await download()).status).toBe(404)
  const noted = await admin(`select from audit_pending where entity_id = $1 and act = 'report.exported'`, [made.id])
  expect(noted.rowCount).toBe(1)
})
