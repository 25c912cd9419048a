import type { Member } from '@throughline/contracts/org-members'

/** Whoever signed up without a name is called by their address. */
export const named = (members: readonly Member[]): Member[] =>
  members.map((member) => (member.name ? member : { ...member, name: member.email }))
