import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Input, Output } from '@throughline/contracts/endpoint'
import * as starts from '@throughline/contracts/starts'
import { api } from '../../shared/api.ts'
import { startFormQuery } from '../instances/instances.api.ts'
import { versionQuery } from '../workflows/builder.api.ts'

export type Starts = Output<typeof starts.listStarts>['data']
export type ScheduleBody = Input<typeof starts.addSchedule>['body']
type PreviewBody = Input<typeof starts.previewSchedule>['body']

/** Under the workflow itself, so that frames about its starts reach it. */
export const startsKey = (workflowId: string) => ['workflows', 'one', workflowId, 'starts'] as const

export const startsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...startsKey(workflowId), 'list'],
    queryFn: async ({ signal }) => (await api(starts.listStarts, { params: { workflowId } }, { signal })).data,
  })

/** Whether a workflow can be started, and the document that starts are judged by; null until a version is published. */
export const startableQuery = (workflowId: string) =>
  queryOptions({
    queryKey: ['workflows', 'one', workflowId, 'startable'],
    queryFn: async ({ client }) => {
      const { version, archived } = await client.fetchQuery({ ...startFormQuery(workflowId), staleTime: 0 })
      const published = version === null ? null : (await client.fetchQuery(versionQuery(workflowId, version))).document
      return { archived, published }
    },
  })

export const scheduleQuery = (workflowId: string, scheduleId: string) =>
  queryOptions({
    queryKey: [...startsKey(workflowId), 'schedule', scheduleId],
    queryFn: async ({ signal }) =>
      (await api(starts.getSchedule, { params: { workflowId, scheduleId } }, { signal })).data,
  })

export const previewQuery = (workflowId: string, body: PreviewBody) =>
  queryOptions({
    queryKey: [...startsKey(workflowId), 'preview', body],
    queryFn: async ({ signal }) =>
      (await api(starts.previewSchedule, { params: { workflowId }, body }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export const refreshStarts = (queries: QueryClient, workflowId: string) =>
  queries.invalidateQueries({ queryKey: startsKey(workflowId) })

export const scheduleCalls = (workflowId: string, scheduleId: string) => {
  const params = { workflowId, scheduleId }
  return {
    save: async (body: ScheduleBody, version: number) =>
      (await api(starts.changeSchedule, { params, body: { ...body, version } })).data,
    remove: () => api(starts.removeSchedule, { params }),
    pause: (paused: boolean) => api(starts.pauseSchedule, { params, body: { paused } }),
    skip: (at: string, skipped: boolean) => api(starts.skipRun, { params, body: { at, skipped } }),
    run: async () => (await api(starts.runSchedule, { params })).data,
  }
}

export const addSchedule = async (workflowId: string, body: ScheduleBody) =>
  (await api(starts.addSchedule, { params: { workflowId }, body })).data
