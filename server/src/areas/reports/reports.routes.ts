import * as reports from '@throughline/contracts/reports'
import type { Mount } from '../../core/http/call.ts'
import type { Storage } from '../../core/storage/storage.ts'
import type { AskModel } from '../copilot/copilot.public.ts'
import { rowsOnPage, sendFile } from './answers.service.ts'
import { FUNCTIONS } from './gate/allowed.ts'
import { previewQuery } from './preview.service.ts'
import { reportViews } from './report-views.ts'
import {
  createReport,
  editReport,
  endReport,
  listPage,
  listRuns,
  openReport,
  startReport,
  trashReport,
  untrashReport,
} from './reports.service.ts'
import { writeQuery } from './words/write-query.service.ts'

export const reportRoutes = (storage: Storage, askModel: AskModel) => (on: Mount) => {
  on(reports.listReports, ({ ctx, viewer, query }) => listPage(ctx, viewer, query))
  on(reports.generateReport, ({ ctx, viewer, body }) => createReport(ctx, viewer, body))
  on(reports.listReportViews, async ({ ctx }) => ({
    data: { views: await reportViews(ctx), functions: [...FUNCTIONS.keys()].sort() },
  }))
  // Harmless to repeat, and slow: no transaction is held open around it.
  on(reports.previewReport, ({ ctx, viewer, body }) => previewQuery(ctx, viewer, body), { once: 'never' })
  on(reports.generateQuery, ({ ctx, viewer, body }) => writeQuery(ctx, viewer, body, askModel), { once: 'never' })
  on(reports.getReport, ({ ctx, viewer, params }) => openReport(ctx, viewer, params.reportId))
  on(reports.changeReport, ({ ctx, viewer, params, body }) => editReport(ctx, viewer, params.reportId, body))
  on(reports.runReport, ({ ctx, viewer, params, body }) => startReport(ctx, viewer, params.reportId, body))
  on(reports.stopReport, ({ ctx, viewer, params }) => endReport(ctx, viewer, params.reportId))
  on(reports.listReportRuns, ({ ctx, viewer, params }) => listRuns(ctx, viewer, params.reportId))
  on(reports.getReportRows, ({ ctx, viewer, params, query }) =>
    rowsOnPage(ctx, storage, viewer, { id: params.reportId, runId: query.run_id, page: query.page }),
  )
  on(reports.downloadReport, ({ ctx, viewer, params, query, reply }) =>
    sendFile(ctx, storage, viewer, { id: params.reportId, runId: query.run_id, format: query.format, reply }),
  )
  on(reports.deleteReport, ({ ctx, viewer, params }) => trashReport(ctx, viewer, params.reportId))
  on(reports.restoreReport, ({ ctx, viewer, params }) => untrashReport(ctx, viewer, params.reportId))
}
