import * as reports from '@throughline/contracts/reports'
import { afterAll } from 'vitest'
import { createRunReportsActivities } from '../../src/areas/reports/run/run-reports.activities.ts'
import type { LiveMessage } from '../../src/core/live/live-message.ts'
import { createStorage } from '../../src/core/storage/storage.ts'
import type { TestApi } from '../api.ts'
import { createTaskWorld } from '../task-world.ts'
import { workerContext } from '../worker-context.ts'

export type ReportPerson = Awaited<ReturnType<Awaited<ReturnType<typeof createTaskWorld>>['hire']>>

/** People of one organization who ask, and a worker that answers when it is told to. */
export async function createReportWorld(api: TestApi) {
  const storage = createStorage(api.ctx.config)
  afterAll(() => storage.close())
  const published: LiveMessage[] = []
  const ctx = { ...workerContext(api.ctx), publish: (message: LiveMessage) => void published.push(message) }
  const parts = { ctx, storage }
  const activities = createRunReportsActivities(parts)
  const world = await createTaskWorld(api)
  const { tenantId } = world.ours
  return {
    ...world,
    tenantId,
    parts,
    storage,
    activities,
    /** What the worker told the pages. */
    published,
    /** What the worker does when it is poked. */
    runWaiting: async () => {
      const next = () => activities.nextReportRun({ tenantId })
      for (let runId = await next(); runId; runId = await next()) await activities.runReport({ tenantId, runId })
    },
    create: (
      { client }: ReportPerson,
      query: string,
      more: { parameters?: reports.ReportParameter[]; background?: boolean; title?: string } = {},
    ) =>
      client(reports.generateReport, {
        body: {
          title: more.title ?? 'Tasks of the month',
          query_params: { query, ...(more.parameters && { parameters: more.parameters }) },
          ...(more.background && { background: true }),
        },
      }),
    opened: ({ client }: ReportPerson, reportId: reports.Report['id']) =>
      client(reports.getReport, { params: { reportId } }),
    rowsOf: ({ client }: ReportPerson, reportId: reports.Report['id'], page = 1) =>
      client(reports.getReportRows, { params: { reportId }, query: { page } }),
  }
}
