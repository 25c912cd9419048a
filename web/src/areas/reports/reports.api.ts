import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Body } from '@throughline/contracts/endpoint'
import type { ReportId } from '@throughline/contracts/ids'
import {
  changeReport,
  deleteReport,
  generateQuery,
  generateReport,
  getReport,
  getReportRows,
  listReportRuns,
  listReports,
  listReportViews,
  previewReport,
  type ReportParameter,
  restoreReport,
  runReport,
  stopReport,
} from '@throughline/contracts/reports'
import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import { reportsKey } from './reports.keys.ts'

export const PAGE_SIZE = 20

export const reportsQuery = (page: number, q?: string) =>
  queryOptions({
    queryKey: [...reportsKey, 'list', { page, q }],
    queryFn: ({ signal }) => api(listReports, { query: { page, page_size: PAGE_SIZE, ...(q && { q }) } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [...reportsKey, 'one', id],
    queryFn: ({ signal }) => api(getReport, { params: { reportId: id } }, { signal }),
  })

export const runsQuery = (id: string) =>
  queryOptions({
    queryKey: [...reportsKey, 'one', id, 'runs'],
    queryFn: async ({ signal }) => (await api(listReportRuns, { params: { reportId: id } }, { signal })).data,
  })

/** The rows of a run never change, so no frame reaches them. */
export const rowsQuery = (id: string, runId: string, page: number) =>
  queryOptions({
    queryKey: ['report-rows', runId, page],
    queryFn: async ({ signal }) =>
      (await api(getReportRows, { params: { reportId: id }, query: { page, run_id: runId } }, { signal })).data,
    staleTime: Infinity,
  })

/** What queries can name; it comes with the server's version. */
export const viewsQuery = queryOptions({
  queryKey: ['report-views'],
  queryFn: async ({ signal }) => (await api(listReportViews, undefined, { signal })).data,
  staleTime: Infinity,
})

/** How many rows of a view this person can see, counted by a query like any other. */
export const viewCountQuery = (view: string) =>
  queryOptions({
    queryKey: ['report-view-count', view],
    queryFn: async ({ signal }) => {
      const { data } = await api(previewReport, { body: { query: `select count(*) from ${view}` } }, { signal })
      return Number(data.rows[0]?.[0] ?? Number.NaN)
    },
  })

export function useReportsRefresh() {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: reportsKey }), [queries])
}

const at = (reportId: ReportId) => ({ params: { reportId } })

export const reportCalls = {
  create: (title: string, query: string, parameters: ReportParameter[]) =>
    api(generateReport, {
      body: {
        title,
        description: 'Custom SQL report',
        report_type: 'form_submissions',
        query_params: { query, parameters },
      },
    }),
  change: (id: ReportId, body: Body<typeof changeReport>) => api(changeReport, { ...at(id), body }),
  run: (id: ReportId, body: Body<typeof runReport>) => api(runReport, { ...at(id), body }),
  stop: (id: ReportId) => api(stopReport, at(id)),
  remove: (id: ReportId) => api(deleteReport, at(id)),
  restore: (id: ReportId) => api(restoreReport, at(id)),
  preview: async (query: string, parameters: ReportParameter[]) =>
    (await api(previewReport, { body: { query, parameters } })).data,
  generate: (body: Body<typeof generateQuery>) => api(generateQuery, { body }),
}

export type PreviewAnswer = Awaited<ReturnType<typeof reportCalls.preview>>
export type DraftedQuery = Awaited<ReturnType<typeof reportCalls.generate>>
