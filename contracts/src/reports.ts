import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FormId, ReportId, ReportRunId } from './ids.ts'
import { instant, Person } from './running.ts'

export const REPORT_STATUSES = ['processing', 'completed', 'failed'] as const
export const ReportStatus = z.enum(REPORT_STATUSES)
export type ReportStatus = z.infer<typeof ReportStatus>

export const REPORT_FORMATS = ['csv', 'xlsx'] as const
export const ReportFormat = z.enum(REPORT_FORMATS)

/** What a report may take. One that reaches a limit fails: a file is never cut. */
export const REPORT_LIMITS = {
  query_bytes: 20_000,
  preview_rows: 50,
  preview_seconds: 5,
  /** Of a report that is shown on a page. */
  page_rows: 100_000,
  page_seconds: 30,
  /** Of one that is made as a file, in the background. */
  file_rows: 10_000_000,
  file_bytes: 2_000_000_000,
  file_seconds: 60,
  /** Of the rows call. */
  rows_a_page: 100,
  /** How long the answer of a run is kept. */
  days: 90,
} as const

const MAX_PARAMETERS = 20

/** A `{{name}}` of the query, with its type and value. */
export const ReportParameter = z.strictObject({
  name: z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/)),
  type: z.enum(['text', 'number', 'date', 'boolean']),
  /** As it is typed: `2026-11-18`, `12.5`, `true`. */
  value: z.string().check(z.maxLength(1000)),
})
export type ReportParameter = z.infer<typeof ReportParameter>

/** Why a query was refused or failed. Line and column count from 1. */
export const ReportProblem = z.object({
  message: z.string(),
  hint: z.optional(z.string()),
  line: z.optional(z.number()),
  column: z.optional(z.number()),
})
export type ReportProblem = z.infer<typeof ReportProblem>

export const REPORT_TYPES = ['text', 'number', 'boolean', 'date', 'timestamp', 'other'] as const
export const ReportColumn = z.object({ name: z.string(), type: z.enum(REPORT_TYPES) })
export type ReportColumn = z.infer<typeof ReportColumn>

/** Cells as PostgreSQL prints them; numbers may be longer than JavaScript's. */
const Row = z.array(z.nullable(z.string()))

/** Whether a spreadsheet can hold the answer: none of its texts is longer than a cell. */
const xlsx = z.boolean()

/** What one person was answered, as far as they might see the work at that moment. */
export const ReportRun = z.object({
  id: ReportRunId,
  status: ReportStatus,
  /** Of a failed one; nothing else of it is kept. */
  problem: z.nullable(ReportProblem),
  /** While it runs, so far. */
  row_count: z.number(),
  xlsx,
  columns: z.array(ReportColumn),
  parameters: z.array(ReportParameter),
  /** The report’s query was changed since: this answers what it asked before. */
  stale: z.boolean(),
  /** Made as a file: not shown on a page. */
  background: z.boolean(),
  /** How many of the organization’s runs are before it; 0 once it runs. */
  queue_position: z.number(),
  created_at: instant,
  started_at: z.nullable(instant),
  finished_at: z.nullable(instant),
  expires_at: instant,
})
export type ReportRun = z.infer<typeof ReportRun>

/** A question. Its status, rows and link are those of the viewer's own last run; a report that they never ran is completed. */
export const Report = z.object({
  id: ReportId,
  title: z.string(),
  description: z.string(),
  created_at: instant,
  created_by: z.nullable(Person),
  status: ReportStatus,
  /** None: the viewer never ran it. */
  row_count: z.nullable(z.number()),
  xlsx,
  /** `/reports/{id}` */
  file_url: z.string(),
  /** Why the last run failed, in one line. */
  problem: z.nullable(z.string()),
  /** How far the viewer's run is, while it is processing; `started_at` is null while it waits for others. */
  progress: z.nullable(z.object({ row_count: z.number(), started_at: z.nullable(instant), seconds: z.number() })),
  version: z.number(),
})
export type Report = z.infer<typeof Report>

export const OpenedReport = z.extend(Report, {
  query: z.string(),
  parameters: z.array(ReportParameter),
  /** The viewer's own last run. */
  run: z.nullable(ReportRun),
})
export type OpenedReport = z.infer<typeof OpenedReport>

const title = z.string().check(z.trim(), z.minLength(1, 'Report name is required'), z.maxLength(200))
const query = z.string().check(z.minLength(1, 'Query is required'), z.maxLength(REPORT_LIMITS.query_bytes))
const parameters = z.array(ReportParameter).check(z.maxLength(MAX_PARAMETERS))
const reportParams = z.object({ reportId: ReportId })

export const listReports = endpoint({
  method: 'GET',
  path: '/v1/reports/',
  summary: 'Reports of the workspace, the newest first, each with the viewer’s own last run',
  access: 'reports.view',
  rate: 'read',
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1),
    page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
    /** Part of the name. */
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  }),
  response: z.object({
    status: z.literal('success'),
    data: z.array(Report),
    page: z.number(),
    page_size: z.number(),
    count: z.number(),
  }),
})

export const generateReport = endpoint({
  method: 'POST',
  path: '/v1/reports/generate/',
  summary: 'Save a query as a report and run it; a refused query returns 422 with its line and column',
  access: 'reports.run',
  rate: 'write',
  body: z.strictObject({
    title,
    description: z._default(z.string().check(z.maxLength(1000)), 'Custom SQL report'),
    report_type: z.optional(z.string().check(z.maxLength(60))),
    query_params: z.strictObject({ query, parameters: z._default(parameters, []) }),
    /** As a file, in the background: more rows and time. */
    background: z._default(z.boolean(), false),
  }),
  status: 201,
  response: OpenedReport,
})

export const getReport = endpoint({
  method: 'GET',
  path: '/v1/reports/:reportId/',
  summary: 'One report with its query and the viewer’s own last run',
  access: 'reports.view',
  rate: 'read',
  params: reportParams,
  response: OpenedReport,
})

export const changeReport = endpoint({
  method: 'PATCH',
  path: '/v1/reports/:reportId/',
  summary: 'Change the name or query of a report the viewer created; owners and admins may change any',
  access: 'reports.run',
  rate: 'write',
  params: reportParams,
  body: z.strictObject({
    version: z.number(),
    title: z.optional(title),
    query: z.optional(query),
    parameters: z.optional(parameters),
  }),
  response: OpenedReport,
})

export const runReport = endpoint({
  method: 'POST',
  path: '/v1/reports/:reportId/run/',
  summary: 'Run a report as the viewer, optionally with other parameter values',
  access: 'reports.run',
  rate: 'write',
  params: reportParams,
  body: z.strictObject({ parameters: z.optional(parameters), background: z._default(z.boolean(), false) }),
  status: 202,
  response: OpenedReport,
})

export const stopReport = endpoint({
  method: 'POST',
  path: '/v1/reports/:reportId/stop/',
  summary: 'Stop the viewer’s own run',
  access: 'reports.run',
  rate: 'write',
  params: reportParams,
  response: OpenedReport,
})

export const listReportRuns = endpoint({
  method: 'GET',
  path: '/v1/reports/:reportId/runs/',
  summary: 'The viewer’s own last 20 runs, the newest first',
  access: 'reports.view',
  rate: 'read',
  params: reportParams,
  response: z.object({ data: z.array(ReportRun) }),
})

/** An earlier run of the viewer's; without it, the last one is meant. */
const run_id = z.optional(ReportRunId)

export const getReportRows = endpoint({
  method: 'GET',
  path: '/v1/reports/:reportId/rows/',
  summary: 'Rows of a completed run of the viewer’s own, 100 at a time',
  access: 'reports.view',
  rate: 'read',
  params: reportParams,
  query: z.object({ page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 1), run_id }),
  response: z.object({
    data: z.object({
      run_id: ReportRunId,
      columns: z.array(ReportColumn),
      rows: z.array(Row),
      page: z.number(),
      count: z.number(),
    }),
  }),
})

export const downloadReport = endpoint({
  method: 'GET',
  path: '/v1/reports/:reportId/download/',
  summary: 'A completed run of the viewer’s own as a file',
  access: 'reports.view',
  rate: 'upload',
  params: reportParams,
  query: z.object({ format: z._default(ReportFormat, 'csv'), run_id }),
  binary: true,
  response: z.unknown(),
})

export const deleteReport = endpoint({
  method: 'DELETE',
  path: '/v1/reports/:reportId/',
  summary: 'Move a report the viewer created to the trash; owners and admins may delete any',
  access: 'reports.run',
  rate: 'write',
  params: reportParams,
  response: z.object({ success: z.literal(true) }),
})

export const restoreReport = endpoint({
  method: 'POST',
  path: '/v1/reports/:reportId/restore/',
  summary: 'Bring a deleted report back',
  access: 'reports.run',
  rate: 'write',
  params: reportParams,
  response: OpenedReport,
})

export const previewReport = endpoint({
  method: 'POST',
  path: '/v1/reports/preview/',
  summary: 'Check a query, and answer its first 50 rows or what is wrong with it; nothing is kept',
  access: 'reports.run',
  rate: 'search',
  reads: true,
  body: z.strictObject({ query, parameters: z._default(parameters, []) }),
  response: z.object({
    data: z.object({
      problem: z.nullable(ReportProblem),
      /** Refused before it was sent to the database. */
      sent: z.boolean(),
      columns: z.array(ReportColumn),
      rows: z.array(Row),
      /** There are more than were read. */
      more: z.boolean(),
    }),
  }),
})

/** What a query may read, with what each column means. */
export const ReportView = z.object({
  name: z.string(),
  meaning: z.string(),
  columns: z.array(
    z.object({ name: z.string(), type: z.enum(REPORT_TYPES), meaning: z.string(), example: z.nullable(z.string()) }),
  ),
})
export type ReportView = z.infer<typeof ReportView>

export const listReportViews = endpoint({
  method: 'GET',
  path: '/v1/reports/views/',
  summary: 'The views, columns and functions that a query may name',
  access: 'reports.run',
  rate: 'read',
  response: z.object({ data: z.object({ views: z.array(ReportView), functions: z.array(z.string()) }) }),
})

/** How a word of the question was read. */
export const QueryReading = z.object({ quote: z.string(), text: z.string(), is_guess: z.boolean() })

export const generateQuery = endpoint({
  method: 'POST',
  path: '/v1/agents/query-generator/',
  summary: 'Write a query for a question in plain words; it is checked, and neither kept nor run',
  access: 'reports.run',
  rate: 'model',
  body: z.strictObject({
    query: z.string().check(z.trim(), z.minLength(1, 'Please describe what you want to analyze'), z.maxLength(2000)),
    workflow_prefix: z.optional(z.string().check(z.maxLength(20))),
    form_id: z.optional(FormId),
  }),
  response: z.object({
    query: z.string(),
    parameters: z.array(ReportParameter),
    readings: z.array(QueryReading),
    /** The same question, with what was guessed read the other way: the readings stand in the same order. */
    other: z.nullable(z.object({ query: z.string(), readings: z.array(QueryReading) })),
    drafter: z.enum(['rules', 'model']),
    model: z.nullable(z.object({ name: z.string(), host: z.string() })),
    /** Why rules wrote it although a model is connected. */
    note: z.nullable(z.string()),
  }),
})
