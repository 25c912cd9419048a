import { isOne, trimmedTextOf } from './address-params.ts'

const LATE = ['yes', 'no', 'known'] as const
type Late = (typeof LATE)[number]

/** By these a figure of analytics opens exactly what it counted: in the address of a list as the server takes them. */
export type CountedFilter = {
  ended?: string
  late?: Late
  late_first?: Late
  step?: string
  version?: string
  as_of?: string
  again?: string
  last?: string
}

export const NOT_COUNTED = {
  ended: undefined,
  late: undefined,
  late_first: undefined,
  step: undefined,
  version: undefined,
  as_of: undefined,
  again: undefined,
  last: undefined,
}

/** What the address says of it. The server refuses what it cannot read. */
export function countedFilter(search: Record<string, unknown>): CountedFilter {
  const { late, late_first } = search
  const found: CountedFilter = {
    ...(isOne(LATE, late) && { late }),
    ...(isOne(LATE, late_first) && { late_first }),
  }
  for (const key of ['ended', 'step', 'version', 'as_of', 'again', 'last'] as const) {
    const text = trimmedTextOf(search[key])
    if (text) found[key] = text
  }
  return found
}
