import { useNavigate, useSearch } from '@tanstack/react-router'
import type { InstanceStatus } from '@throughline/contracts/running'
import { useCallback, useMemo } from 'react'
import { countedFilter, NOT_COUNTED } from '../../../shared/counted-filter.ts'
import type { InstanceFilter } from '../instances.api.ts'
import { type InstancesSearch, instancesSearch, NONE, STATUSES, statusesIn } from './instances-search.ts'

/** What has been called off is only there when it is asked for. */
export const USUAL: readonly InstanceStatus[] = ['pending', 'in_progress', 'completed', 'failed']

const writeStatuses = (chosen: readonly InstanceStatus[], usual: readonly InstanceStatus[]) =>
  chosen.length === usual.length && usual.every((status) => chosen.includes(status))
    ? undefined
    : STATUSES.filter((status) => chosen.includes(status)).join(',') || NONE

const readStatuses = (text: string | undefined, usual: readonly InstanceStatus[]): readonly InstanceStatus[] =>
  text === undefined ? usual : statusesIn(text)

type Changes = { [Name in keyof InstancesSearch]?: InstancesSearch[Name] | undefined }

const FILTERS = ['status', 'workflow', 'client', 'sort', 'q'] as const

export type ListRoute = {
  to: '/all-instances' | '/in-progress-instances'
  title: string
  usual: readonly InstanceStatus[]
}

/** What the address says of the list. Filters replace it; a panel is a place one comes back from. */
export function useListAddress({ to, usual: ofPage }: ListRoute) {
  const search = instancesSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const counted = countedFilter(search)
  const { status, workflow, client, sort = 'newest', q, trash } = search
  // What was not finished when it was deleted has been called off.
  const usual = trash ? STATUSES : ofPage
  const statuses = useMemo(() => readStatuses(status, usual), [status, usual])
  // What was counted is in any state, unless somebody has chosen some.
  const states = counted.ended && status === undefined ? undefined : statuses
  const filter: InstanceFilter = { status: states, sort, search: q, workflow, client, trash, ...counted }
  const change = useCallback(
    (changes: Changes, replace = true) =>
      void navigate({ to, search: (old) => instancesSearch({ ...old, ...changes }), replace }),
    [navigate, to],
  )
  const reset = useCallback(
    () => change({ ...Object.fromEntries(FILTERS.map((name) => [name, undefined])), ...NOT_COUNTED }),
    [change],
  )
  return {
    search,
    statuses,
    filter,
    counted,
    change,
    reset,
    filtered: FILTERS.some((name) => search[name] !== undefined) || Object.keys(counted).length > 0,
    setStatuses: (next: readonly InstanceStatus[]) => change({ status: writeStatuses(next, usual) }),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>
