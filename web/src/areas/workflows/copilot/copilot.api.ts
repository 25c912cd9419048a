import { draftByCopilot, type Proposal } from '@throughline/contracts/copilot'
import type { WorkflowId } from '@throughline/contracts/ids'
import { api } from '../../../shared/api.ts'

export async function askForChanges(workflow_id: WorkflowId, base_version: number, query: string): Promise<Proposal> {
  const answer = await api(draftByCopilot, { body: { query, workflow_id, base_version } })
  if (!('diff' in answer)) throw new TypeError('this is a draft, no changes')
  return answer
}
