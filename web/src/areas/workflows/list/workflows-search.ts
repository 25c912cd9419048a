import { isOne, trimmedTextOf } from '../../../shared/address-params.ts'

export type WorkflowsSearch = {
  filter?: 'active' | 'archived' | 'trash'
  sort?: 'name' | 'created'
  q?: string
  view?: 'cards' | 'list'
  panel?: 'add'
  mode?: 'json' | 'copilot'
}

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function workflowsSearch({ filter, sort, q, view, panel, mode }: Record<string, unknown>): WorkflowsSearch {
  const search = trimmedTextOf(q)
  return {
    ...(isOne(['active', 'archived', 'trash'], filter) && { filter }),
    ...(isOne(['name', 'created'], sort) && { sort }),
    ...(search && { q: search }),
    ...(isOne(['cards', 'list'], view) && { view }),
    ...(panel === 'add' && { panel }),
    ...(panel === 'add' && isOne(['json', 'copilot'], mode) && { mode }),
  }
}
