import type { CurrentUser } from '@throughline/contracts/auth'
import type { MemberId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import { builtinRole } from '@throughline/contracts/permissions'
import { can } from '../../../shared/current-user.ts'

/** What the person at the screen may do; the server decides the same again. */
export type Rights = { manage: boolean; rank: number; role: string; self: MemberId; zone: string }

export const rightsOf = (user: CurrentUser): Rights => ({
  manage: can(user, 'members.manage'),
  rank: builtinRole(user.role)?.rank ?? Number.POSITIVE_INFINITY,
  role: user.role_display_name,
  self: user.member_id,
  zone: user.time_zone,
})

/** Lower is mightier. */
export const isAbove = (role: { rank: number }, { rank }: Rights) => role.rank < rank

export type MemberAct = 'role' | 'team' | 'resend' | 'revoke' | 'suspend' | 'reactivate' | 'remove'

export function actsOn(member: Member, rights: Rights): Set<MemberAct> {
  if (!rights.manage) return new Set()
  const acts = new Set<MemberAct>(['team'])
  if (isAbove(member.role, rights)) return acts
  acts.add('role')
  if (member.status === 'invited') return acts.add('resend').add('revoke')
  if (member.id === rights.self) return acts
  return acts.add('remove').add(member.status === 'active' ? 'suspend' : 'reactivate')
}

/** An invitation is taken back by the same call that removes a member. */
const inBulk = (acts: Set<MemberAct>) => (acts.has('revoke') ? new Set(acts).add('remove') : acts)

/** Only what fits every one of them. */
export function actsOnAll(members: readonly Member[], rights: Rights): Set<MemberAct> {
  const [first = new Set<MemberAct>(), ...others] = members.map((member) => inBulk(actsOn(member, rights)))
  return new Set([...first].filter((act) => others.every((acts) => acts.has(act))))
}
