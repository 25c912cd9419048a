import type { MemberStatus } from '@throughline/contracts/org-members'
import { textOf } from '../../../shared/address-params.ts'

export type MemberSearch = { status?: MemberStatus; role?: string; team?: string; q?: string }

const STATUSES = ['active', 'invited', 'suspended'] as const satisfies readonly MemberStatus[]

/** The filters of the list stand in the address: whoever gets the link sees the same people. */
export function memberSearch(search: Record<string, unknown>): MemberSearch {
  const status = STATUSES.find((each) => each === search['status'])
  const role = textOf(search['role'])
  const team = textOf(search['team'])
  const q = textOf(search['q'])
  return { ...(status && { status }), ...(role && { role }), ...(team && { team }), ...(q && { q }) }
}
