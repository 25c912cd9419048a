import * as reports from '@throughline/contracts/reports'
import { afterAll, expect, test } from 'vitest'
import { createTestApi } from './api.ts'
import { eventually } from './eventually.ts'
import { createTaskWorld } from './task-world.ts'
import { startWorkerAlone } from './worker.ts'

const api = await createTestApi()
const { hire } = await createTaskWorld(api)
const begin = () => startWorkerAlone(api.database, {})
let last: Awaited<ReturnType<typeof begin>> | undefined
afterAll(async () => {
  await last?.stop()
  await api.close()
})

/** Several seconds of counting on any machine, and far less than a file may take. */
const LONG = 'select count(*) as pairs from generate_series(1, 10000) a, generate_series(1, 10000) b'

const backends = () =>
  api.database.admin(async (db) => {
    const { rows } = await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename = 'tl_report' and datname = current_database()`,
    )
    return rows.map(({ pid }) => pid)
  })

const ends = () =>
  api.database.admin(async (db) => {
    const { rows } = await db.query<{ type: string }>(
      `select type from events where type in ('report.completed', 'report.failed')`,
    )
    return rows.map(({ type }) => type)
  })

test('a report whose worker is killed leaves the database at once, and is answered once by another worker', async () => {
  const ada = await hire('ada', 'Ada Asker')
  const first = await begin()
  const { id } = await ada.client(reports.generateReport, {
    body: { title: 'Pairs', query_params: { query: LONG }, background: true },
  })
  const read = () => ada.client(reports.getReport, { params: { reportId: id } })

  const [running] = await eventually(async () => {
    const pids = await backends()
    expect(pids).toHaveLength(1)
    return pids
  })
  process.kill(first.worker, 'SIGKILL')
  const killed = Date.now()
  // The database notices within a second that nobody listens any more.
  await eventually(async () => expect(await backends()).not.toContain(running))
  expect(Date.now() - killed).toBeLessThan(3_000)
  expect(await read()).toMatchObject({ status: 'processing' })

  last = await begin()
  await eventually(async () => expect(await read()).toMatchObject({ status: 'completed', row_count: 1 }), 40_000)
  const { data } = await ada.client(reports.getReportRows, { params: { reportId: id }, query: { page: 1 } })
  expect(data.rows).toEqual([['100000000']])
  expect((await ada.client(reports.listReportRuns, { params: { reportId: id } })).data).toHaveLength(1)
  expect(await ends()).toEqual(['report.completed'])
}, 90_000)
