import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallOptions } from '@throughline/contracts/client'
import { explainStep } from '@throughline/contracts/copilot'
import type { Input } from '@throughline/contracts/endpoint'
import {
  bulkInstances as bulk,
  cancelInstance as cancel,
  editInstance as edit,
  listParticipants,
  narrowInstance as narrow,
  overrideStep as override,
  purgeInstance as purge,
  removeInstance as remove,
  restoreInstance as restore,
  retryStep as retry,
  type TraceFilter,
  traceInstance,
} from '@throughline/contracts/instance-acts'
import {
  getInstance,
  type InstanceSort,
  listClients,
  listInstanceFiles,
  listInstances,
  listWorkflowInstances,
  startInstance as start,
  startForm,
  startInstances as startMany,
} from '@throughline/contracts/instances'
import type { InstanceStatus } from '@throughline/contracts/running'
import { api } from '../../shared/api.ts'
import { type CountedFilter, countedFilter } from '../../shared/counted-filter.ts'
import { clientsKey, instancesKey } from './instances.keys.ts'

/** Whoever scrolls reads on before the end is in sight. */
const PAGE = 50

export type InstanceFilter = CountedFilter & {
  /** Absent or empty: all but cancelled, as the server decides. */
  status?: readonly InstanceStatus[] | undefined
  sort: InstanceSort
  search?: string | undefined
  /** Of the list across workflows. */
  workflow?: string | undefined
  client?: string | undefined
  trash?: boolean | undefined
}

const nextCursor = ({ pagination }: { pagination: { next_cursor: string | null } }) =>
  pagination.next_cursor ?? undefined

export const narrowedBy = ({ status, sort, search, client, trash, ...counted }: InstanceFilter) => ({
  ...countedFilter(counted),
  status: status?.join(',') || undefined,
  sort,
  search: search || undefined,
  client_id: client || undefined,
  trash: trash ? 'true' : undefined,
})
const listQueryOf = (filter: InstanceFilter) => ({ ...narrowedBy(filter), limit: PAGE })

export const instancesQuery = (filter: InstanceFilter) =>
  infiniteQueryOptions({
    queryKey: [...instancesKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      api(
        listInstances,
        { query: { ...listQueryOf(filter), workflow: filter.workflow || undefined, cursor: pageParam || undefined } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
  })

const STARTED_ROWS = 4

/** What the viewer began last, for the page that shows where it stands. */
export const startedQuery = queryOptions({
  queryKey: [...instancesKey, 'list', { startedBy: 'me' }],
  queryFn: ({ signal }) =>
    api(listInstances, { query: { sort: 'newest', started_by: 'me', limit: STARTED_ROWS } }, { signal }),
  select: ({ data }) => data,
})

export const workflowInstancesQuery = (workflowId: string, filter: InstanceFilter) =>
  infiniteQueryOptions({
    queryKey: [...instancesKey, 'of', { ...filter, workflow: workflowId }],
    queryFn: ({ pageParam, signal }) =>
      api(
        listWorkflowInstances,
        { params: { workflowId }, query: { ...listQueryOf(filter), cursor: pageParam || undefined } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
  })

export const instanceQuery = (id: string) =>
  queryOptions({
    queryKey: [...instancesKey, 'one', id],
    queryFn: async ({ signal }) => (await api(getInstance, at(id), { signal })).data,
  })

export const startFormQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...instancesKey, 'start', workflowId],
    queryFn: async ({ signal }) => (await api(startForm, { params: { workflowId } }, { signal })).data,
  })

export const tracePage = (id: string, filter: TraceFilter, cursor: string, call: CallOptions = {}) =>
  api(traceInstance, { ...at(id), query: { filter, limit: PAGE, cursor: cursor || undefined } }, call)

export const traceQuery = (id: string, filter: TraceFilter) =>
  infiniteQueryOptions({
    queryKey: [...instancesKey, 'one', id, 'trace', filter],
    queryFn: ({ pageParam, signal }) => tracePage(id, filter, pageParam, { signal }),
    initialPageParam: '',
    getNextPageParam: nextCursor,
    placeholderData: keepPreviousData,
  })

export const filesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...instancesKey, 'one', id, 'files'],
    queryFn: ({ pageParam, signal }) =>
      api(listInstanceFiles, { ...at(id), query: { limit: PAGE, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: nextCursor,
  })

export const clientsQuery = (search: string) =>
  queryOptions({
    queryKey: [...clientsKey, search],
    queryFn: async ({ signal }) =>
      (await api(listClients, { query: { search: search || undefined, limit: 20 } }, { signal })).data,
    placeholderData: keepPreviousData,
  })

const at = (instanceId: string) => ({ params: { instanceId } })
const ofStep = (instanceId: string, step: string) => ({ params: { instanceId, step } })

/** The same key for the same form: asking again after a lost answer starts nothing twice. */
export const startInstance = async (workflowId: string, body: Input<typeof start>['body']) =>
  (await api(start, { params: { workflowId }, body })).data

/** Each row under its own key, so that it may be sent again. */
export const startInstances = (workflowId: string, body: Input<typeof startMany>['body']) =>
  api(startMany, { params: { workflowId }, body })

/** Only what has changed. */
export const editInstance = async (id: string, changed: Input<typeof edit>['body']) =>
  (await api(edit, { ...at(id), body: changed })).data

export const removeInstance = (id: string) => api(remove, at(id))
export const restoreInstance = async (id: string) => (await api(restore, at(id))).data
export const purgeInstance = (id: string) => api(purge, at(id))
export const cancelInstance = async (id: string, reason: string) =>
  (await api(cancel, { ...at(id), body: { reason } })).data
export const participantsQuery = (id: string) =>
  queryOptions({
    queryKey: [...instancesKey, 'one', id, 'participants'],
    queryFn: ({ signal }) => api(listParticipants, at(id), { signal }),
    staleTime: 0,
  })

export const narrowInstance = async (id: string, body: Input<typeof narrow>['body']) =>
  (await api(narrow, { ...at(id), body })).data

export const retryStep = async (id: string, step: string, body: Input<typeof retry>['body'] = {}) =>
  (await api(retry, { ...ofStep(id, step), body })).data
export const overrideStep = async (id: string, step: string, body: Input<typeof override>['body']) =>
  (await api(override, { ...ofStep(id, step), body })).data

export type BulkAct = Input<typeof bulk>['body']['act']

/** With the key of the first try, a further one does nothing twice. */
export const bulkInstances = async (body: Input<typeof bulk>['body'], call: CallOptions = {}) =>
  (await api(bulk, { body }, call)).data

export const explain = (instance_id: string, step: string) => api(explainStep, { body: { instance_id, step } })
