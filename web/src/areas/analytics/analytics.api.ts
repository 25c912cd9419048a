import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  analyticsOverview,
  listRuns,
  type Overview,
  type StepAnalytics,
  stepAnalytics,
  type WorkflowAnalytics,
  workflowAnalytics,
} from '@throughline/contracts/analytics'
import type { Input } from '@throughline/contracts/endpoint'
import { api } from '../../shared/api.ts'
import { analyticsKey } from './analytics.keys.ts'
import type { AnalyticsAddress } from './analytics-address.ts'

/** A success without figures: neither a refusal, nor anything that can be shown. */
export class InvalidAnswer extends Error {}

function figuresIn<T>(answer: { data?: T } | null): T {
  if (!answer?.data) throw new InvalidAnswer()
  return answer.data
}

const overviewInput = ({ range, hours, workflow }: AnalyticsAddress) => ({ range, hours, workflow })

export const overviewQuery = (address: AnalyticsAddress) => {
  const query = overviewInput(address)
  return queryOptions({
    queryKey: [...analyticsKey, 'overview', query],
    queryFn: async ({ signal }): Promise<Overview> => figuresIn(await api(analyticsOverview, { query }, { signal })),
  })
}

const workflowInput = ({ range, hours, version, compare }: AnalyticsAddress) => ({ range, hours, version, compare })

export const workflowAnalyticsQuery = (workflowId: string, address: AnalyticsAddress) => {
  const query = workflowInput(address)
  return queryOptions({
    queryKey: [...analyticsKey, 'one', workflowId, query],
    queryFn: async ({ signal }): Promise<WorkflowAnalytics> =>
      figuresIn(await api(workflowAnalytics, { params: { workflowId }, query }, { signal })),
  })
}

export const stepAnalyticsQuery = (workflowId: string, step: string, address: AnalyticsAddress) => {
  const query = workflowInput(address)
  return queryOptions({
    queryKey: [...analyticsKey, 'one', workflowId, 'step', step, query],
    queryFn: async ({ signal }): Promise<StepAnalytics> =>
      figuresIn(await api(stepAnalytics, { params: { workflowId, step }, query }, { signal })),
  })
}

export type RunsFilter = Omit<Input<typeof listRuns>['query'], 'limit' | 'cursor'>

export const runsQuery = (filter: RunsFilter) =>
  infiniteQueryOptions({
    queryKey: [...analyticsKey, 'runs', filter],
    queryFn: ({ pageParam, signal }) =>
      api(listRuns, { query: { ...filter, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  })
