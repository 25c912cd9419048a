import type { TaskId } from '@throughline/contracts/ids'

export const TABS = ['details', 'tasks', 'comments', 'attachments', 'trace'] as const
export type InstanceTab = (typeof TABS)[number]

export type InstanceSearch = {
  /** Absent: the first. */
  tab?: Exclude<InstanceTab, 'details'>
  /** The task that lies open over the page. */
  taskId?: TaskId
  edit?: true
}

const isTab = (value: unknown): value is InstanceTab => TABS.some((tab) => tab === value)

const isTask = (value: unknown): value is TaskId =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function instanceSearch({ tab, taskId, edit }: Record<string, unknown>): InstanceSearch {
  return {
    ...(isTab(tab) && tab !== 'details' && { tab }),
    ...(isTask(taskId) && { taskId }),
    ...((edit === true || edit === 'true') && { edit: true }),
  }
}
