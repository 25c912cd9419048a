import type { MemberStatus } from '@throughline/contracts/org-members'

export type MemberSearch = { status?: MemberStatus; role?: string; team?: string; q?: string }

const STATUSES = ['active', 'invited', 'suspended'] as const satisfies readonly MemberStatus[]

const word = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** The filters of the list stand in the address: whoever gets the link sees the same people. */
export function memberSearch(search: Record<string, unknown>): MemberSearch {
  const status = STATUSES.find((each) => each === search['status'])
  const role = word(search['role'])
  const team = word(search['team'])
  const q = word(search['q'])
  return { ...(status && { status }), ...(role && { role }), ...(team && { team }), ...(q && { q }) }
}
