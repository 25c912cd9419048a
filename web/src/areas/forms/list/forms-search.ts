import type { WorkflowId } from '@throughline/contracts/ids'
import { isId, isOne, trimmedTextOf } from '../../../shared/address-params.ts'

export type FormsSearch = {
  status?: 'active' | 'closed' | 'draft' | 'trash'
  sort?: 'title' | 'created'
  workflow?: WorkflowId
  q?: string
}

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function formsSearch({ status, sort, workflow, q }: Record<string, unknown>): FormsSearch {
  const search = trimmedTextOf(q)
  return {
    ...(isOne(['active', 'closed', 'draft', 'trash'], status) && { status }),
    ...(isOne(['title', 'created'], sort) && { sort }),
    ...(isId<WorkflowId>(workflow) && { workflow }),
    ...(search && { q: search }),
  }
}
