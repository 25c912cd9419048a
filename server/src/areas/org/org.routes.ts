import * as org from '@throughline/contracts/org'
import type { FastifyReply } from 'fastify'
import type { Mount } from '../../core/http/call.ts'
import { tenantKey } from '../../core/keys/tenant-key.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { readIcon, requireCleanPicture, saveIcon } from './icon.service.ts'
import { inviteMember, membersPage, rolesList } from './members.service.ts'
import { requireOwnOrganization } from './org.policy.ts'
import { organization } from './organization.service.ts'
import { binTeam, changeTeam, makeTeam, teamsPage, unbinTeam } from './teams.service.ts'

/** Bare lists carry their cursor in a header. */
function sendPage<T>(reply: FastifyReply, page: { data: T[]; next: string | undefined }): T[] {
  if (page.next) reply.header('x-next-cursor', page.next)
  return page.data
}

export const orgRoutes = (storage: Storage) => (on: Mount) => {
  on(org.getOrganization, async ({ ctx, viewer, params }) => {
    requireOwnOrganization(viewer, params.orgId)
    return organization(ctx, viewer)
  })
  on(org.listRoles, async ({ ctx, viewer, params }) => {
    requireOwnOrganization(viewer, params.orgId)
    return rolesList(ctx, viewer)
  })
  on(org.listMembers, async ({ ctx, viewer, params, query, reply }) => {
    requireOwnOrganization(viewer, params.orgId)
    return sendPage(reply, await membersPage(ctx, viewer, query))
  })
  on(org.addMember, ({ ctx, viewer, body }) => inviteMember(ctx, viewer, body), {
    before: async ({ ctx, viewer, params }) => {
      requireOwnOrganization(viewer, params.orgId)
      // Made or fetched now, so that the invitation's transaction need not wait for a second connection.
      await tenantKey(ctx, viewer.tenantId)
    },
  })
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
  on(org.uploadOrgIcon, ({ ctx, viewer, file }) => saveIcon(ctx, storage, viewer, file), {
    before: async ({ viewer, params, file }) => {
      requireOwnOrganization(viewer, params.orgId)
      await requireCleanPicture(storage, file)
    },
  })
  on(org.getOrgIcon, async ({ ctx, viewer, params, reply }) => {
    requireOwnOrganization(viewer, params.orgId)
    return readIcon(ctx, storage, viewer, reply)
  })
}
