import type { TenantId } from '@throughline/contracts/ids'
import * as org from '@throughline/contracts/org-members'
import type { Context } from '../../core/context.ts'
import type { Mount } from '../../core/http/call.ts'
import type { RateLimits } from '../../core/http/rate-limits.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { tenantKey } from '../../core/keys/tenant-key.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { inviteMany, inviteMember, resend } from './invite.service.ts'
import { change, changeTeams, reactivate, remove, suspend } from './member-acts.service.ts'
import { readPhoto } from './member-photo.service.ts'
import { memberCounts, membersPage, rolesList } from './members-list.service.ts'
import { requireOwnOrganization } from './org.policy.ts'
import { sendPage } from './send-page.ts'

/** The key is made or fetched now, so that the invitation's transaction need not wait for a second connection. */
async function beforeMailing(ctx: Context, viewer: Viewer, orgId: TenantId) {
  requireOwnOrganization(viewer, orgId)
  await tenantKey(ctx, viewer.tenantId)
}

export const memberRoutes = (limits: RateLimits, storage: Storage) => (on: Mount) => {
  on(org.listRoles, async ({ ctx, viewer, params }) => {
    requireOwnOrganization(viewer, params.orgId)
    return rolesList(ctx, viewer)
  })
  on(org.listMembers, async ({ ctx, viewer, params, query, reply }) => {
    requireOwnOrganization(viewer, params.orgId)
    return sendPage(reply, await membersPage(ctx, viewer, query))
  })
  on(org.countMembers, async ({ ctx, viewer, params }) => {
    requireOwnOrganization(viewer, params.orgId)
    return memberCounts(ctx, viewer)
  })
  on(org.addMember, ({ ctx, viewer, body }) => inviteMember(ctx, viewer, body), {
    before: async ({ ctx, viewer, params, body }) => {
      await beforeMailing(ctx, viewer, params.orgId)
      await limits.takeAccount('mail', body.email)
    },
  })
  on(org.addMembers, ({ ctx, viewer, body }) => inviteMany(ctx, viewer, body), {
    before: ({ ctx, viewer, params }) => beforeMailing(ctx, viewer, params.orgId),
  })
  on(org.resendInvitation, ({ ctx, viewer, params }) => resend(ctx, viewer, params.memberId), {
    before: async ({ ctx, viewer, params }) => {
      await beforeMailing(ctx, viewer, params.orgId)
      await limits.takeAccount('invitation', params.memberId)
    },
  })
  on(org.changeMember, async ({ ctx, viewer, params, body }) => {
    requireOwnOrganization(viewer, params.orgId)
    return change(ctx, viewer, params.memberId, body)
  })
  on(org.setMemberTeams, async ({ ctx, viewer, params, body }) => {
    requireOwnOrganization(viewer, params.orgId)
    return changeTeams(ctx, viewer, params.memberId, body)
  })
  on(org.suspendMember, async ({ ctx, viewer, params }) => {
    requireOwnOrganization(viewer, params.orgId)
    return suspend(ctx, viewer, params.memberId)
  })
  on(org.reactivateMember, async ({ ctx, viewer, params }) => {
    requireOwnOrganization(viewer, params.orgId)
    return reactivate(ctx, viewer, params.memberId)
  })
  on(org.removeMember, async ({ ctx, viewer, params }) => {
    requireOwnOrganization(viewer, params.orgId)
    return remove(ctx, viewer, params.memberId)
  })
  on(org.getMemberPhoto, async ({ ctx, viewer, params, reply }) => {
    requireOwnOrganization(viewer, params.orgId)
    return readPhoto(ctx, storage, viewer, params.memberId, reply)
  })
}
