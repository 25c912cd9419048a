import type { InstanceSort } from '@throughline/contracts/instances'
import { isOne, trimmedTextOf } from '../../../shared/address-params.ts'
import { type CountedFilter, countedFilter } from '../../../shared/counted-filter.ts'

export type InstancesSearch = CountedFilter & {
  /** Names separated by commas; 'none'; absent: what the page shows by itself. */
  status?: string
  workflow?: string
  client?: string
  sort?: Exclude<InstanceSort, 'newest'>
  q?: string
  view?: 'list' | 'grid'
  trash?: true
  /** The one that stands open beside the list. */
  instanceId?: string
  panel?: 'add'
  /** Which workflow the panel starts. */
  of?: string
  /** The name of whom it is started for. */
  customer?: string
  /** The day on which it is due. */
  due?: string
}

export const STATUSES = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'] as const
export const SORTS = ['newest', 'oldest', 'name', 'name_desc', 'status'] as const satisfies readonly InstanceSort[]
export const NONE = 'none'
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const statusesIn = (text: string) => STATUSES.filter((status) => text.split(',').includes(status))

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function instancesSearch(search: Record<string, unknown>): InstancesSearch {
  const { sort, view, trash, panel } = search
  const status = trimmedTextOf(search['status'])
  const [workflow, client, q, instanceId, of, customer, due] = (
    ['workflow', 'client', 'q', 'instanceId', 'of', 'customer', 'due'] as const
  ).map((key) => trimmedTextOf(search[key]))
  return {
    ...((status === NONE || statusesIn(status).length > 0) && { status }),
    ...(workflow && { workflow }),
    ...(client && { client }),
    ...(isOne(SORTS, sort) && sort !== 'newest' && { sort }),
    ...(q && { q }),
    ...(isOne(['list', 'grid'], view) && { view }),
    ...((trash === true || trash === 'true') && { trash: true }),
    ...(instanceId && { instanceId }),
    ...(panel === 'add' && { panel }),
    ...(panel === 'add' && of && { of }),
    ...(panel === 'add' && customer && { customer }),
    ...(panel === 'add' && due && DAY.test(due) && { due }),
    ...countedFilter(search),
  }
}
