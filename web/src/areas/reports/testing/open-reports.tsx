import { createRootRoute, createRoute } from '@tanstack/react-router'
import { builtinRole, type RoleName } from '@throughline/contracts/permissions'
import { OpenedReport, Report, type ReportRun } from '@throughline/contracts/reports'
import { parseSearchParams } from '../../../shared/address-params.ts'
import { serve } from '../../../shared/testing/fake-server.ts'
import { openRoutes } from '../../../shared/testing/open-routes.tsx'
import { person } from '../../../shared/testing/person.ts'
import type { ToastMessage } from '../../../ui/toast.ts'
import { ReportScreen } from '../report.screen.tsx'
import { ReportsScreen } from '../reports.screen.tsx'
import { parseReportParams } from '../reports-search.ts'

export const id = (last: number) => `0198f3a0-0000-7000-8000-${String(last).padStart(12, '0')}`

const MAYA = { id: id(3), name: 'Maya Okafor', photo: null, username: 'maya' }
export const LENA = { id: id(9), name: 'Lena Hartmann', photo: null, username: 'lena' }

const rowOf = (last: number, title: string) => ({
  id: id(last),
  title,
  description: 'Custom SQL report',
  created_at: '2026-11-12T09:00:00Z',
  created_by: MAYA,
  status: 'completed',
  row_count: 8,
  xlsx: true,
  file_url: `/reports/${id(last)}`,
  problem: null,
  progress: null,
  version: 1,
})

/** A row of the list; the person who is signed in wrote it. */
export const report = (last: number, title: string, more: object = {}) =>
  Report.parse({ ...rowOf(last, title), ...more })

export const runOf = (more: Partial<ReportRun> = {}) => ({
  id: id(900),
  status: 'completed',
  problem: null,
  row_count: 2,
  xlsx: true,
  columns: [],
  parameters: [],
  stale: false,
  background: false,
  queue_position: 0,
  created_at: '2026-11-12T09:00:00Z',
  started_at: '2026-11-12T09:00:00Z',
  finished_at: '2026-11-12T09:00:01Z',
  expires_at: '2027-02-10T09:00:00Z',
  ...more,
})

export const opened = (run: object | null, more: object = {}) =>
  OpenedReport.parse({
    ...rowOf(700, 'Late cases'),
    query: 'select workflow, count(*) as late\nfrom instances\ngroup by workflow',
    parameters: [],
    run,
    ...more,
  })

export const pageOf = (rows: readonly Report[], count = rows.length) => ({
  body: { status: 'success', data: rows, page: 1, page_size: 20, count },
})

export const FIRST_PAGE = 'GET /v1/reports/?page=1&page_size=20'
export const ONE = `/v1/reports/${id(700)}/`
export const ROWS = `GET ${ONE}rows/?page=1&run_id=${id(900)}`

export const rowsOf = (columns: readonly object[], rows: readonly (string | null)[][], count = rows.length) => ({
  body: { data: { run_id: id(900), columns, rows, page: 1, count } },
})

const column = (name: string, type: string) => ({ name, type, meaning: `The ${name}.`, example: null })
const VIEWS = {
  views: [{ name: 'instances', meaning: 'Cases.', columns: [column('workflow', 'text'), column('late', 'boolean')] }],
  functions: ['count'],
}

const root = createRootRoute()
const under = { getParentRoute: () => root, validateSearch: parseSearchParams }
const routeTree = root.addChildren([
  createRoute({ ...under, path: '/reports', component: ReportsScreen }),
  createRoute({ ...under, path: '/reports/$reportId', validateSearch: parseReportParams, component: ReportScreen }),
  createRoute({ getParentRoute: () => root, path: '$', component: () => 'somewhere else' }),
])

/** An address of the area in a fresh browser, with what was said in toasts. */
export function openReports(address: string, answers: Parameters<typeof serve>[0] = {}, role: RoleName = 'manager') {
  const permissions = [...(builtinRole(role)?.permissions ?? [])]
  const server = serve({
    'GET /v1/auth/me/': { body: person({ role, permissions, is_admin: role === 'owner' || role === 'admin' }) },
    'GET /v1/reports/views/': { body: { data: VIEWS } },
    'GET /v1/integrations/models/': { body: { data: [] } },
    'GET /v1/workflows/?status=active&sort=name&limit=20': {
      body: { data: [], count: 0, pagination: { next_cursor: null } },
    },
    ...answers,
  })
  const toasts: ToastMessage[] = []
  const { router, ...screen } = openRoutes(routeTree, address, (message) => toasts.push(message))
  return { ...screen, server, toasts, said: () => toasts.map(({ title }) => title), router }
}
