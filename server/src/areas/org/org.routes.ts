import * as org from '@throughline/contracts/org'
import type { Mount } from '../../core/http/call.ts'
import type { RateLimits } from '../../core/http/rate-limits.ts'
import { createPictures } from '../../core/images/pictures.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { readIcon, saveIcon } from './icon.service.ts'
import { leave } from './leave.service.ts'
import { memberRoutes } from './members.routes.ts'
import { requireOwnOrganization } from './org.policy.ts'
import { changeOrganization, changeRules, foundOrganization, organization } from './organization.service.ts'
import { teamRoutes } from './teams.routes.ts'

export const orgRoutes = (limits: RateLimits, storage: Storage) => (on: Mount) => {
  const pictures = createPictures(storage)

  on(org.createOrganization, ({ ctx, viewer, body }) => foundOrganization(ctx, viewer, body))
  on(org.getOrganization, async ({ ctx, viewer, params }) => {
    requireOwnOrganization(viewer, params.orgId)
    return organization(ctx, viewer)
  })
  on(org.updateOrganization, async ({ ctx, viewer, params, body }) => {
    requireOwnOrganization(viewer, params.orgId)
    return changeOrganization(ctx, viewer, body)
  })
  on(org.changeAccessRules, async ({ ctx, viewer, params, body }) => {
    requireOwnOrganization(viewer, params.orgId)
    return changeRules(ctx, viewer, body)
  })
  on(
    org.leaveOrganization,
    async ({ ctx, viewer, params }) => {
      requireOwnOrganization(viewer, params.orgId)
      await leave(ctx, viewer)
      return { status: 'ok' as const }
    },
    // Two doors, one after the other: a repeat finds that the person has left.
    { once: 'never' },
  )
  on(org.uploadOrgIcon, ({ ctx, viewer, file }) => saveIcon(ctx, viewer, pictures.of(file)), {
    before: async ({ viewer, params, file }) => {
      requireOwnOrganization(viewer, params.orgId)
      await pictures.receive(file, `tenants/${viewer.tenantId}`)
    },
  })
  on(org.getOrgIcon, async ({ ctx, viewer, params, reply }) => {
    requireOwnOrganization(viewer, params.orgId)
    return readIcon(ctx, storage, viewer, reply)
  })

  memberRoutes(limits, storage)(on)
  teamRoutes(on)
}
