import type { TenantId } from '@throughline/contracts/ids'
import type { Member, Role } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { createContext, useContext } from 'react'
import type { Rights } from './rights.ts'
import type { MemberActs } from './use-member-acts.ts'

/** What is open over the list. */
export type MemberDialog = { kind: 'add' } | { kind: 'remove' | 'suspend' | 'teams'; member: Member }

type Members = {
  orgId: TenantId
  rights: Rights
  roles: readonly Role[]
  teams: readonly Team[]
  acts: MemberActs
  openDialog: (dialog: MemberDialog) => void
}

export const MembersContext = createContext<Members | null>(null)

/** For the cells of the table, which are many and must not be drawn again with every scroll. */
export function useMembers(): Members {
  const members = useContext(MembersContext)
  if (!members) throw new Error('there is no list of members around this')
  return members
}
