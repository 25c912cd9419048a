import type { WorkflowId } from '@throughline/contracts/ids'
import { getWorkflow, type Workflow } from '@throughline/contracts/workflows'
import { api } from '../../../shared/api.ts'

/** Only what a document holds; the rest is about the record. */
const documentKeys = [
  'name',
  'prefix',
  'description',
  'type',
  'metadata',
  'start_step',
  'steps',
  'start_fields',
  'variables',
  'due',
] as const satisfies (keyof Workflow)[]

/** A workflow's document as text that can be read back. */
export async function documentOf(workflowId: WorkflowId): Promise<string> {
  const { data } = await api(getWorkflow, { params: { workflowId } })
  return JSON.stringify(Object.fromEntries(documentKeys.map((key) => [key, data[key]])), null, 2)
}
