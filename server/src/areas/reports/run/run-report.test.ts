import { createServer, connect as openSocket, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import * as reports from '@throughline/contracts/reports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi } from '../../../../test/api.ts'
import { eventually } from '../../../../test/eventually.ts'
import { listen } from '../../../../test/listen.ts'
import { ENGINE_AWAY } from '../../../../test/queued-mails.ts'
import { CANARY } from '../../../../test/reports/cage-world.ts'
import { createReportWorld } from '../../../../test/reports/report-world.ts'
import { makeInstance, makeTask } from '../../../../test/running-world.ts'
import { verdict } from '../../../../test/verdict.ts'
import { insertInstance, insertWorkflow } from '../../../../test/visibility/limited-world.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { beginAccessChange } from '../../org/org.public.ts'
import { lastRuns } from '../runs.queries.ts'
import { limitsOf, type RunParts } from './run-report.ts'
import { createRunReportsActivities } from './run-reports.activities.ts'

const api = await createTestApi({ ...ENGINE_AWAY })
afterAll(() => api.close())
const { parts, storage, published, activities, runWaiting, create, opened, tenantId, workflow, maya, priya } =
  await createReportWorld(api)

const ENDLESS =
  'select count(*) from generate_series(1, 10000) a, generate_series(1, 10000) b, generate_series(1, 10000) c'

const admin = async <T extends object>(text: string, values: unknown[] = []) =>
  (await api.database.admin((db) => db.query<T>(text, values))).rows

/** The one run that waits, answered by a worker that has other parts. */
async function runBy(other: Partial<RunParts>): Promise<void> {
  const runId = (await activities.nextReportRun({ tenantId })) ?? ''
  await createRunReportsActivities({ ...parts, ...other }).runReport({ tenantId, runId })
}

beforeAll(async () => {
  const plain = await makeInstance(api.ctx, tenantId, workflow, { name: 'Plain instance' })
  await makeTask(api.ctx, tenantId, plain, { name: 'Plain task' })
  const hidden = await inTenant(api.ctx, { tenantId }, async (tx) => {
    const instance = await insertInstance(tx, await insertWorkflow(tx, `${CANARY} workflow`, 'limited'))
    await beginAccessChange(tx.db, tenantId)
    return instance
  })
  await admin('update instances set name = $2 where id = $1', [hidden, `${CANARY} instance`])
  await makeTask(api.ctx, tenantId, hidden, { name: `${CANARY} task` })
})

test('while a report runs its rows are counted; what is hidden is in no block, file, or frame', async () => {
  const made = await create(
    maya,
    `select w.name as workflow, i.name as instance, t.name as task
     from workflows w left join instances i on i.workflow_id = w.id left join tasks t on t.instance_id = i.id
     cross join generate_series(1, 1500) n`,
  )
  const held = Promise.withResolvers<void>()
  const put: typeof storage.exports.put = (file, content) => {
    async function* afterTheFirst() {
      for await (const block of content) {
        yield block
        await held.promise
      }
    }
    return storage.exports.put(file, afterTheFirst())
  }
  const running = runBy({ storage: { ...storage, exports: { ...storage.exports, put } } })
  await eventually(async () => {
    expect((await opened(maya, made.id)).progress?.row_count).toBeGreaterThan(0)
    expect(published.flatMap((one) => (one.kind === 'live' ? one.frames : []))).toContainEqual(
      expect.objectContaining({ type: 'report.running', id: made.id }),
    )
  })
  held.resolve()
  await running
  expect((await opened(maya, made.id)).row_count).toBeGreaterThanOrEqual(1_500)

  const [run] = await admin<{ attempt: string }>('select attempt from report_runs where report_id = $1', [made.id])
  const { stream } = await storage.exports.read({ tenantId, id: run?.attempt ?? '' })
  const blocks = gunzipSync(await buffer(stream)).toString()
  const path = reports.downloadReport.path.replace(':reportId', made.id)
  const csv = await (await maya.visitor.fetch(`${maya.visitor.origin}${path}?format=csv`)).text()
  for (const shown of [blocks, csv]) expect(shown).toContain('Plain task')
  for (const text of [blocks, csv, JSON.stringify(published)]) expect(text).not.toContain(CANARY)
})

describe('limits that are reached are failures in words', () => {
  const limits = () => ({ rows: 3, bytes: 1_000, seconds: 1, hint: 'Narrow it.' })

  test.each([
    [`select n from generate_series(1, 4) n`, 'The report has more than 3 rows.'],
    [`select repeat('x', 600) from generate_series(1, 2)`, 'The file would be larger than 2 GB.'],
    [ENDLESS, 'The report took longer than 1 seconds.'],
  ])('%s', async (query, message) => {
    const made = await create(maya, query)
    await runBy({ limits })
    expect((await opened(maya, made.id)).run).toMatchObject({ status: 'failed', problem: { message } })
  })

  test('below them it is answered', async () => {
    const made = await create(maya, `select repeat('x', 300) from generate_series(1, 3)`)
    await runBy({ limits })
    expect(await opened(maya, made.id)).toMatchObject({ status: 'completed', row_count: 3 })
  })

  test('those of the product are larger for a file', () => {
    expect(limitsOf({ background: false })).toMatchObject({ rows: 100_000, seconds: 30, bytes: 2_000_000_000 })
    expect(limitsOf({ background: true })).toMatchObject({ rows: 10_000_000, seconds: 60, bytes: 2_000_000_000 })
  })
})

/** A way to the database that can be cut, as the system does where it ends the process at its other end. */
async function cuttableDatabase() {
  const sockets = new Set<Socket>()
  const { PG_HOST: host, PG_DIRECT_PORT: port } = api.ctx.config
  const server = createServer((client) => {
    const behind = openSocket(port, host)
    for (const socket of [client, behind]) sockets.add(socket.on('error', () => undefined))
    client.pipe(behind).pipe(client)
  })
  const config = { ...parts.ctx.config, PG_HOST: '127.0.0.1', PG_DIRECT_PORT: await listen(server) }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return { ctx: { ...parts.ctx, config }, cut, close: () => server.close() }
}

test('a query that ends its connection is asked twice, and no more', async () => {
  const database = await cuttableDatabase()
  const made = await create(maya, ENDLESS)
  const copies = () =>
    admin(
      `select from pg_stat_activity where datname = current_database() and state = 'active' and query like 'COPY %'`,
    )
  const attempt = async () => {
    const ended = runBy({ ctx: database.ctx }).then(
      () => 'ended',
      () => 'thrown',
    )
    await eventually(async () => expect(await copies()).toHaveLength(1))
    database.cut()
    await eventually(async () => expect(await copies()).toEqual([]))
    return ended
  }
  expect(await attempt()).toBe('thrown')
  expect((await opened(maya, made.id)).status).toBe('processing')
  expect(await attempt()).toBe('ended')
  expect((await opened(maya, made.id)).run?.problem).toEqual({
    message: 'The report needs more memory than a report is allowed to use.',
    hint: 'Narrow it, for example to one month.',
  })
  database.close()
})

describe('what answers hold', () => {
  test('the list of reports reads nothing that it does not show', async () => {
    const made = await create(maya, 'select 1')
    await runWaiting()
    const [run] = await readTenant(api.ctx, { tenantId, memberId: maya.id }, ({ db }) =>
      lastRuns(db, tenantId, maya.id, [made.id]),
    )
    expect(run).toMatchObject({ report_id: made.id, state: 'completed' })
    for (const column of ['blocks', 'columns', 'parameters', 'query']) expect(run).not.toHaveProperty(column)
  })

  test('of a person and report the last 20 are kept', async () => {
    const made = await create(maya, 'select 1')
    const at = { params: { reportId: made.id }, body: {} }
    await priya.client(reports.runReport, at)
    await runWaiting()
    const [first] = await admin<{ attempt: string }>(
      'select attempt from report_runs where report_id = $1 and member_id = $2',
      [made.id, maya.id],
    )
    await admin(
      `insert into report_runs (tenant_id, report_id, member_id, state, query, parameters)
       select tenant_id, report_id, member_id, 'completed', query, parameters from report_runs, generate_series(1, 22)
       where report_id = $1 and member_id = $2`,
      [made.id, maya.id],
    )
    await maya.client(reports.runReport, at)
    await runWaiting()
    const kept = await admin('select member_id, count(*)::int as n from report_runs where report_id = $1 group by 1', [
      made.id,
    ])
    expect(kept).toHaveLength(2)
    expect(kept).toEqual(
      expect.arrayContaining([
        { member_id: maya.id, n: 20 },
        { member_id: priya.id, n: 1 },
      ]),
    )
    await expect(storage.exports.read({ tenantId, id: first?.attempt ?? '' })).rejects.toThrow()
    expect((await maya.client(reports.listReportRuns, { params: at.params })).data).toHaveLength(20)
  })

  test('an organization’s answers hold 20 GB at most', async () => {
    const made = await create(maya, 'select 1')
    await runWaiting()
    const ofRun = [made.id]
    expect(
      await admin('select bytes = blocks[1] and bytes > 0 as is_noted from report_runs where report_id = $1', ofRun),
    ).toEqual([{ is_noted: true }])
    await admin('update report_runs set bytes = 20000000000 where report_id = $1', ofRun)
    expect(await verdict(create(priya, 'select 1'))).toBe('409 reports_full')
    await expect(create(priya, 'select 1')).rejects.toThrow(
      'Your organization’s report results have reached the limit of 20 GB.',
    )
    await admin('update report_runs set bytes = 1 where report_id = $1', ofRun)
    await create(priya, 'select 1')
    await runWaiting()
  })
})

test.each([
  ['Pacific/Kiritimati', '2026-03-03'],
  ['Pacific/Pago_Pago', '2026-03-01'],
])('days are those of the organization’s zone, and so is today: %s', async (zone, day) => {
  const dated = await makeInstance(api.ctx, tenantId, workflow, { name: `In ${zone}` })
  await admin(`update instances set created_at = '2026-03-02T10:30:00Z' where id = $1`, [dated])
  await admin('update tenants set time_zone = $2 where id = $1', [tenantId, zone])
  const query = `select created_on, current_date from instances where id = '${dated}'`
  const { data } = await maya.client(reports.previewReport, { body: { query } })
  const [today] = await admin<{ day: string }>('select (now() at time zone $1)::date::text as day', [zone])
  expect(data.rows).toEqual([[day, today?.day]])
})
