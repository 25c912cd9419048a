import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CallOptions } from '@throughline/contracts/client'
import { listWorkflowTriggers } from '@throughline/contracts/form-triggers'
import type { MemberId } from '@throughline/contracts/ids'
import { listRecentValues } from '@throughline/contracts/recent-values'
import {
  discardDraft,
  getWorkflowVersion,
  listWorkflowVersions,
  publishWorkflow,
  saveDraft as putDraft,
  restoreWorkflowVersion,
} from '@throughline/contracts/workflow-drafts'
import {
  getWorkflow,
  createWorkflow as postNew,
  type SaveOptions,
  type WorkflowCard,
  type WorkflowRefs,
} from '@throughline/contracts/workflows'
import type { FlowDoc } from '@throughline/flow/document'
import { api } from '../../shared/api.ts'

/** Under it stands each workflow with its draft, and its versions. */
const workflowKey = (id: string) => ['workflows', 'one', id] as const

const at = (workflowId: string) => ({ params: { workflowId } })

export const workflowQuery = (id: string) =>
  queryOptions({
    queryKey: [...workflowKey(id), 'draft'],
    queryFn: async ({ signal }) => (await api(getWorkflow, at(id), { signal })).data,
  })

/** Whether a step of it, or of a workflow that it calls, is given to the starter. */
export const needsStarterQuery = (id: string) =>
  queryOptions({
    queryKey: [...workflowKey(id), 'needs starter'],
    queryFn: async ({ signal }) => (await api(listWorkflowTriggers, at(id), { signal })).needs_starter,
  })

const JUST_READ = 5_000

/** By a pointer or a focus that came to its link, and nobody has changed it since: it need not be asked for again. */
export const wasJustRead = (state: { dataUpdatedAt: number; isInvalidated: boolean } | undefined): boolean =>
  state !== undefined && !state.isInvalidated && Date.now() - state.dataUpdatedAt < JUST_READ

/** Reads it ahead, when it is about to be opened. */
export const workflowRead = (id: string) => ({ ...workflowQuery(id), staleTime: JUST_READ })

export const versionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...workflowKey(id), 'versions'],
    queryFn: ({ pageParam, signal }) =>
      api(listWorkflowVersions, { ...at(id), query: { cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  })

const NEW_ENOUGH = 60_000

/** What the newest instances hold of these variables; `names` says of what. */
export const recentValuesQuery = (id: string, step: string, names: readonly string[]) =>
  queryOptions({
    queryKey: [...workflowKey(id), 'values', { step, names }],
    queryFn: async ({ signal }) => ({
      ...(await api(listRecentValues, { ...at(id), query: { step, names: names.join(',') } }, { signal })),
      names,
    }),
    staleTime: NEW_ENOUGH,
    // Another variable was put in: what is known of the others stays.
    placeholderData: keepPreviousData,
  })

/** A version never changes. */
export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: [...workflowKey(id), 'version', number],
    queryFn: async ({ signal }) =>
      (await api(getWorkflowVersion, { params: { workflowId: id, number } }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Sent as it stands: with a key that is undefined left out. */
const inputOf = (doc: FlowDoc): Record<string, never> => JSON.parse(JSON.stringify(doc))

export const saveDraft = async (id: string, base_version: number, doc: FlowDoc, call: CallOptions) =>
  (await api(putDraft, { ...at(id), body: { base_version, document: inputOf(doc) } }, call)).data

type Options = Partial<SaveOptions>

export const createWorkflow = async (doc: FlowDoc, options: Options, call: CallOptions = {}) =>
  (await api(postNew, { body: { ...inputOf(doc), ...options } }, call)).data

export const discard = async (id: string, base_version: number) =>
  (await api(discardDraft, { ...at(id), body: { base_version } })).data

type Publishing = { base_version: number; include_authors: MemberId[]; note: string }

export const publish = async (id: string, body: Publishing) => (await api(publishWorkflow, { ...at(id), body })).data

export const restoreVersion = async (id: string, number: number, base_version: number) =>
  (await api(restoreWorkflowVersion, { params: { workflowId: id, number }, body: { base_version } })).data

type WorkflowRef = WorkflowRefs['workflows'][number]

/** Enough to call it by name; what it asks for is read after. */
export const workflowRef = ({ id, name, prefix, current_version }: WorkflowCard): WorkflowRef => ({
  id,
  name,
  prefix,
  current_version,
  start_fields: [],
  calls: [],
})

/** What a caller needs to know of a workflow: of its published version, else of its draft. */
export async function fetchWorkflowRef(queries: QueryClient, card: WorkflowCard): Promise<WorkflowRef> {
  const { id, current_version } = card
  const document =
    current_version === null
      ? await queries.fetchQuery(workflowQuery(id))
      : (await queries.fetchQuery(versionQuery(id, current_version))).document
  const calls = Object.values(document.steps).flatMap((step) => (step.type === 'subworkflow' ? step.workflow_id : []))
  return { ...workflowRef(card), start_fields: document.start_fields ?? [], calls: [...new Set(calls)] }
}
