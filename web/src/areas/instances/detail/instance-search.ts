import type { TaskId } from '@throughline/contracts/ids'
import { isId, isOne } from '../../../shared/address-params.ts'

export const TABS = ['details', 'tasks', 'comments', 'attachments', 'trace'] as const
export type InstanceTab = (typeof TABS)[number]

export type InstanceSearch = {
  /** Absent: the first. */
  tab?: Exclude<InstanceTab, 'details'>
  /** The task that lies open over the page. */
  taskId?: TaskId
  edit?: true
}

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function instanceSearch({ tab, taskId, edit }: Record<string, unknown>): InstanceSearch {
  return {
    ...(isOne(TABS, tab) && tab !== 'details' && { tab }),
    ...(isId<TaskId>(taskId) && { taskId }),
    ...((edit === true || edit === 'true') && { edit: true }),
  }
}
