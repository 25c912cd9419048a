import type { TenantId } from '@throughline/contracts/ids'
import type { Role } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { useState } from 'react'
import { useMembers } from './members-context.ts'
import { isAbove } from './rights.ts'

/** What everybody in the dialog is invited as. Without a choice: the role that does the work, no team. */
export function useGrant() {
  const { roles, teams, rights } = useMembers()
  const [roleId, setRole] = useState<string>()
  const [teamId, setTeam] = useState<string>()
  const usual = roles.find(({ name }) => name === 'member') ?? roles.findLast((role) => !isAbove(role, rights))
  const role: Role | undefined = roles.find(({ id }) => id === roleId) ?? usual
  const team: Team | undefined = teams.find(({ id }) => id === teamId)
  return { role, team, setRole, setTeam }
}

export type Grant = ReturnType<typeof useGrant>
export type Inviting = { orgId: TenantId; grant: Grant; onSent: () => void; onClose: () => void }
