import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { draftByCopilot } from '@throughline/contracts/copilot'
import type { Body, Output } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import {
  createWorkflow,
  duplicateWorkflow,
  exportWorkflow,
  listWorkflows,
  purgeWorkflow,
  removeWorkflow,
  restoreWorkflow,
  setWorkflowAccess,
  setWorkflowStatus,
  type WorkflowAccess,
  type WorkflowFilter,
  type WorkflowSort,
  type WorkflowStatus,
} from '@throughline/contracts/workflows'
import { useCallback } from 'react'
import { api } from '../../shared/api.ts'
import { workflowsKey } from './workflows.keys.ts'

/** The next page is read before the end of the list can be seen. */
const PAGE = 50

type WorkflowQuery = { status: WorkflowFilter; sort: WorkflowSort; search?: string | undefined }

export const workflowsQuery = ({ status, sort, search }: WorkflowQuery) =>
  infiniteQueryOptions({
    queryKey: [...workflowsKey, 'list', status, sort, search ?? ''],
    queryFn: ({ pageParam, signal }) =>
      api(listWorkflows, { query: { status, sort, search, limit: PAGE, cursor: pageParam || undefined } }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

/** The first few that match, to choose from while typing. */
export const workflowChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...workflowsKey, 'choices', search],
    queryFn: async ({ signal }) =>
      (await api(listWorkflows, { query: { search, status: 'active', sort: 'name', limit: 20 } }, { signal })).data,
    placeholderData: keepPreviousData,
  })

export function useWorkflowsRefresh() {
  const queries = useQueryClient()
  return useCallback(() => queries.invalidateQueries({ queryKey: workflowsKey }), [queries])
}

/** A document as JSON holds it: keys without a value are not sent. */
type DocumentBody = Body<typeof createWorkflow>
/** Who is to see a workflow; the names are for showing. */
export type AccessChoice = {
  visibility: WorkflowAccess['visibility']
  teams: readonly WorkflowAccess['teams'][number][]
  people: readonly Pick<WorkflowAccess['people'][number], 'id' | 'name'>[]
}
/** As calls take it: where everyone sees it, nobody is named. */
export function accessBody({ visibility, teams, people }: AccessChoice) {
  const named = visibility === 'limited'
  return {
    visibility,
    team_ids: named ? teams.map((team) => team.id) : [],
    member_ids: named ? people.map((person) => person.id) : [],
  }
}
export type CopilotDraft = Extract<Output<typeof draftByCopilot>, { reading: unknown }>

async function askForDraft(query: string): Promise<CopilotDraft> {
  const answer = await api(draftByCopilot, { body: { query } })
  if (!('reading' in answer)) throw new TypeError('these are changes, no draft')
  return answer
}

const at = (workflowId: WorkflowId) => ({ params: { workflowId } })

async function exportFile(id: WorkflowId): Promise<Blob> {
  const file = await api(exportWorkflow, at(id))
  if (!(file instanceof Blob)) throw new TypeError('the export is no file')
  return file
}

export const workflowCalls = {
  /** In any accepted spelling, as a draft: nothing runs before somebody publishes it. */
  importDraft: (document: DocumentBody) => api(createWorkflow, { body: { ...document, publish: false } }),
  remove: (id: WorkflowId) => api(removeWorkflow, at(id)),
  restore: (id: WorkflowId) => api(restoreWorkflow, at(id)),
  purge: (id: WorkflowId) => api(purgeWorkflow, at(id)),
  setStatus: (id: WorkflowId, status: WorkflowStatus) => api(setWorkflowStatus, { ...at(id), body: { status } }),
  duplicate: (id: WorkflowId) => api(duplicateWorkflow, { ...at(id), body: {} }),
  setAccess: (id: WorkflowId, choice: AccessChoice) => api(setWorkflowAccess, { ...at(id), body: accessBody(choice) }),
  exportFile,
  draftByCopilot: askForDraft,
}
