import { useQueries } from '@tanstack/react-query'
import type { TenantId } from '@throughline/contracts/ids'
import type { Team } from '@throughline/contracts/org-teams'
import { teamsQuery } from '../../org/teams.api.ts'

const NONE: Team[] = []

/** The teams that a drafted document may name; none without an organisation. */
export function useTeamNames(orgId: TenantId | null): Team[] {
  const [found] = useQueries({ queries: (orgId === null ? [] : [orgId]).map((id) => teamsQuery(id)) })
  return found?.data ?? NONE
}
