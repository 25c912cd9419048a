import type { DocumentId, TaskId } from '@throughline/contracts/ids'
import { isId, isOne, trimmedTextOf } from '../../shared/address-params.ts'

/** Spelled out here: every page loads what its address means. */
const GROUPS = ['tasks', 'instances', 'workflows', 'files'] as const
export const TABS = ['all', ...GROUPS] as const
export type SearchTab = (typeof TABS)[number]

export type SearchAddress = {
  q?: string
  tab?: Exclude<SearchTab, 'all'>
  /** What changed last comes first; otherwise what matches best. */
  sort?: 'newest'
  /** The task that is open over the results. */
  taskId?: TaskId
  /** The file that is open over the results. */
  file?: DocumentId
}

/** Longer searches are refused by the server. */
const LONGEST = 500

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function searchAddress(given: Record<string, unknown>): SearchAddress {
  const { tab, sort, taskId, file } = given
  const q = trimmedTextOf(given['q']).slice(0, LONGEST)
  return {
    ...(q && { q }),
    ...(isOne(GROUPS, tab) && { tab }),
    ...(sort === 'newest' && { sort }),
    ...(isId<TaskId>(taskId) && { taskId }),
    ...(isId<DocumentId>(file) && { file }),
  }
}
