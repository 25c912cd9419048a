import type { Member } from '@throughline/contracts/org-members'

type RoleGroup = { role: string; people: Member[] }

/** They come by role, then name: neighbours with the same role are one group. */
export function groupedByRole(members: readonly Member[]): RoleGroup[] {
  const groups: RoleGroup[] = []
  for (const member of members) {
    const last = groups.at(-1)
    if (last?.role === member.role.display_name) last.people.push(member)
    else groups.push({ role: member.role.display_name, people: [member] })
  }
  return groups
}
