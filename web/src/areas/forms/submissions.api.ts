import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CallOptions } from '@throughline/contracts/client'
import type { Input } from '@throughline/contracts/endpoint'
import {
  eraseSubmission as erase,
  exportSubmissions as exported,
  getSubmission,
  listSubmissions,
  releaseSubmission as release,
  requestSubmissionExport,
  retrySubmission as retry,
  type SubmissionFilter,
  startSubmissions as start,
} from '@throughline/contracts/form-submissions'
import {
  addWorkflowTrigger,
  changeWorkflowTrigger,
  listFormTriggers,
  removeWorkflowTrigger,
} from '@throughline/contracts/form-triggers'
import { api } from '../../shared/api.ts'
import type { ExportCalls } from '../../shared/export-button.tsx'
import { formsKey } from './forms.keys.ts'

const PAGE = 50

export type ResponseFilter = {
  status: SubmissionFilter
  search?: string | undefined
  from?: string | undefined
}

const at = (formId: string) => ({ params: { formId } })
const one = (formId: string, submissionId: string) => ({ params: { formId, submissionId } })
const narrowedBy = ({ status, search, from }: ResponseFilter) => ({
  status,
  search: search || undefined,
  from: from || undefined,
})

export const submissionsQuery = (formId: string, filter: ResponseFilter) =>
  infiniteQueryOptions({
    queryKey: [...formsKey, 'one', formId, 'responses', filter],
    queryFn: ({ pageParam, signal }) =>
      api(
        listSubmissions,
        { ...at(formId), query: { ...narrowedBy(filter), limit: PAGE, cursor: pageParam || undefined } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

export const submissionQuery = (formId: string, id: string) =>
  queryOptions({
    queryKey: [...formsKey, 'one', formId, 'response', id],
    queryFn: async ({ signal }) => (await api(getSubmission, one(formId, id), { signal })).data,
  })

export const exportSubmissions = (formId: string, filter: ResponseFilter): ExportCalls => ({
  read: () => api(exported, { ...at(formId), query: narrowedBy(filter) }),
  request: () => api(requestSubmissionExport, { ...at(formId), body: narrowedBy(filter) }),
})

export const submissionCalls = {
  release: (formId: string, id: string) => api(release, one(formId, id)),
  retry: (formId: string, id: string) => api(retry, one(formId, id)),
  erase: (formId: string, id: string) => api(erase, one(formId, id)),
  /** With the key of the first try, a further one starts nothing twice. */
  start: async (formId: string, body: Input<typeof start>['body'], call: CallOptions) =>
    (await api(start, { ...at(formId), body }, call)).data,
}

export const triggersQuery = (formId: string) =>
  queryOptions({
    queryKey: [...formsKey, 'one', formId, 'triggers'],
    queryFn: async ({ signal }) => (await api(listFormTriggers, at(formId), { signal })).data,
  })

export type TriggerBody = Input<typeof changeWorkflowTrigger>['body']

export const triggerCalls = {
  add: (workflowId: string, form_id: string, body: TriggerBody) =>
    api(addWorkflowTrigger, { params: { workflowId }, body: { form_id, ...body } }),
  change: (workflowId: string, formId: string, body: TriggerBody) =>
    api(changeWorkflowTrigger, { params: { workflowId, formId }, body }),
  remove: (workflowId: string, formId: string) => api(removeWorkflowTrigger, { params: { workflowId, formId } }),
}
