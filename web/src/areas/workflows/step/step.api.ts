import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { listWorkflows, type WorkflowCard, type WorkflowRefs } from '@throughline/contracts/workflows'
import { api } from '../../../shared/api.ts'
import { versionQuery, workflowQuery } from '../builder.api.ts'
import { workflowsKey } from '../workflows.keys.ts'

/** The first few that match, to choose from while typing. */
export const workflowChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...workflowsKey, 'choices', search],
    queryFn: async ({ signal }) =>
      (await api(listWorkflows, { query: { search, status: 'active', sort: 'name', limit: 20 } }, { signal })).data,
    placeholderData: keepPreviousData,
  })

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
