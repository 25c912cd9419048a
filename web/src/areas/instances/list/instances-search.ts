import type { InstanceSort } from '@throughline/contracts/instances'
import type { InstanceStatus } from '@throughline/contracts/running'

export type InstancesSearch = {
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
}

export const STATUSES = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'] as const
/** What has been called off is only there when it is asked for. */
export const USUAL: readonly InstanceStatus[] = ['pending', 'in_progress', 'completed', 'failed']
export const SORTS = ['newest', 'oldest', 'name', 'name_desc', 'status'] as const satisfies readonly InstanceSort[]
const NONE = 'none'

const isOne = <T extends string>(values: readonly T[], value: unknown): value is T =>
  values.some((one) => one === value)

const word = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')

const known = (text: string) => STATUSES.filter((status) => text.split(',').includes(status))

export const writeStatuses = (chosen: readonly InstanceStatus[], usual: readonly InstanceStatus[]) =>
  chosen.length === usual.length && usual.every((status) => chosen.includes(status))
    ? undefined
    : STATUSES.filter((status) => chosen.includes(status)).join(',') || NONE

export const readStatuses = (text: string | undefined, usual: readonly InstanceStatus[]): readonly InstanceStatus[] =>
  text === undefined ? usual : known(text)

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function instancesSearch(search: Record<string, unknown>): InstancesSearch {
  const { sort, view, trash, panel } = search
  const status = word(search['status'])
  const [workflow, client, q, instanceId, of] = (['workflow', 'client', 'q', 'instanceId', 'of'] as const).map((key) =>
    word(search[key]),
  )
  return {
    ...((status === NONE || known(status).length > 0) && { status }),
    ...(workflow && { workflow }),
    ...(client && { client }),
    ...(isOne(SORTS, sort) && sort !== 'newest' && { sort }),
    ...(q && { q }),
    ...(isOne(['list', 'grid'], view) && { view }),
    ...((trash === true || trash === 'true') && { trash: true }),
    ...(instanceId && { instanceId }),
    ...(panel === 'add' && { panel }),
    ...(panel === 'add' && of && { of }),
  }
}
