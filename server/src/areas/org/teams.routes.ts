import * as org from '@throughline/contracts/org-teams'
import type { Mount } from '../../core/http/call.ts'
import { requireOwnOrganization } from './org.policy.ts'
import { sendPage } from './send-page.ts'
import { putIntoTeam, takeOutOfTeam, teamMembersPage } from './team-members.service.ts'
import { binTeam, changeTeam, makeTeam, teamsPage, unbinTeam } from './teams.service.ts'

export const teamRoutes = (on: Mount) => {
  on(org.listTeams, async ({ ctx, viewer, params, query, reply }) => {
    requireOwnOrganization(viewer, params.orgId)
    return sendPage(reply, await teamsPage(ctx, viewer, query))
  })
  on(org.addTeam, async ({ ctx, viewer, params, body }) => {
    requireOwnOrganization(viewer, params.orgId)
    return makeTeam(ctx, viewer, body)
  })
  on(org.updateTeam, async ({ ctx, viewer, params, body }) => {
    requireOwnOrganization(viewer, params.orgId)
    return changeTeam(ctx, viewer, params.teamId, body)
  })
  on(org.removeTeam, async ({ ctx, viewer, params }) => {
    requireOwnOrganization(viewer, params.orgId)
    return binTeam(ctx, viewer, params.teamId)
  })
  on(org.restoreTeam, async ({ ctx, viewer, params }) => {
    requireOwnOrganization(viewer, params.orgId)
    return unbinTeam(ctx, viewer, params.teamId)
  })
  on(org.listTeamMembers, async ({ ctx, viewer, params, query, reply }) => {
    requireOwnOrganization(viewer, params.orgId)
    return sendPage(reply, await teamMembersPage(ctx, viewer, params.teamId, query))
  })
  on(org.addTeamMembers, async ({ ctx, viewer, params, body }) => {
    requireOwnOrganization(viewer, params.orgId)
    return putIntoTeam(ctx, viewer, params.teamId, body)
  })
  on(org.removeTeamMember, async ({ ctx, viewer, params }) => {
    requireOwnOrganization(viewer, params.orgId)
    return takeOutOfTeam(ctx, viewer, params.teamId, params.memberId)
  })
}
