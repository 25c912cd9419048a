export const TABS = ['all', 'pending', 'in_progress', 'completed'] as const
export type Tab = (typeof TABS)[number]

export type WorkflowInstancesSearch = { tab?: Exclude<Tab, 'all'>; trash?: true; panel?: 'add' | 'table' }

export function workflowInstancesSearch({ tab, trash, panel }: Record<string, unknown>): WorkflowInstancesSearch {
  const found = TABS.find((one) => one === tab)
  return {
    ...(found && found !== 'all' && { tab: found }),
    ...((trash === true || trash === 'true') && { trash: true }),
    ...((panel === 'add' || panel === 'table') && { panel }),
  }
}
