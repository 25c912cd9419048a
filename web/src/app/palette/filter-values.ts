import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { FILTER_KEYS, type FilterKey, IS_VALUES } from '@throughline/contracts/search-query'
import { clientsQuery } from '../../areas/instances/instances.api.ts'
import { memberChoicesQuery } from '../../areas/org/members.api.ts'
import { workflowsQuery } from '../../areas/workflows/workflows.api.ts'

const MAX_VALUES = 6

/** A filter whose value is being typed: the last thing in the box. */
export type OpenFilter = { key: FilterKey; begun: string; before: string }

/** Without a quote a value ends at the first blank. */
const OPEN = /(?:^|\s)([a-z]+):(?:"([^"]*)|([^"\s]*))$/i

export function openFilterIn(words: string): OpenFilter | undefined {
  const found = OPEN.exec(words)
  const key = FILTER_KEYS.find((one) => one === found?.[1]?.toLowerCase())
  if (!found || !key) return undefined
  const start = found.index + (found[0].startsWith(`${found[1]}:`) ? 0 : 1)
  return { key, begun: found[2] ?? found[3] ?? '', before: words.slice(0, start) }
}

/** The whole search with that value taken. */
export const withValue = ({ key, before }: OpenFilter, value: string): string =>
  `${before}${key}:${/\s/.test(value) ? `"${value}"` : value} `

const FIXED: Partial<Record<FilterKey, readonly string[]>> = {
  is: IS_VALUES,
  due: ['today', 'tomorrow', 'week', 'overdue', 'none'],
  before: ['today', 'yesterday'],
  after: ['today', 'yesterday'],
  type: ['task', 'instance', 'workflow', 'file', 'pdf', 'image', 'spreadsheet', 'document', 'form', 'client', 'person'],
}

/** What the value can be, as far as it is typed; nothing once it is typed out. */
export function useFilterValues(user: CurrentUser, open: OpenFilter | undefined): string[] {
  const values = usePossibleValues(user, open)
  return values.some((value) => value.toLowerCase() === open?.begun.toLowerCase()) ? [] : values
}

function usePossibleValues(user: CurrentUser, open: OpenFilter | undefined): string[] {
  const begun = open?.begun ?? ''
  const people = useQuery({ ...memberChoicesQuery(user.tenant_id, begun), enabled: open?.key === 'from' })
  const clients = useQuery({ ...clientsQuery(begun), enabled: open?.key === 'client' })
  const workflows = useInfiniteQuery({
    ...workflowsQuery({ status: 'all', sort: 'name', search: begun || undefined }),
    enabled: open?.key === 'in',
  })
  if (!open) return []
  const fixed = FIXED[open.key]
  if (fixed) return fixed.filter((value) => value.startsWith(begun.toLowerCase())).slice(0, MAX_VALUES)
  const named =
    open.key === 'from'
      ? ['me', ...(people.data ?? []).map(({ name }) => name)].filter(
          (name) => name !== 'me' || 'me'.startsWith(begun.toLowerCase()),
        )
      : open.key === 'client'
        ? (clients.data ?? []).map(({ name }) => name)
        : (workflows.data?.pages[0]?.data ?? []).map(({ name }) => name)
  const isBegun = (name: string) => name.toLowerCase().startsWith(begun.toLowerCase())
  return [...named.filter(isBegun), ...named.filter((name) => !isBegun(name))].slice(0, MAX_VALUES)
}
