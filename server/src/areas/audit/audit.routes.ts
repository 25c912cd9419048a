import * as audit from '@throughline/contracts/audit'
import type { Mount } from '../../core/http/call.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { requireOwnOrganization } from '../org/org.public.ts'
import { auditPage, filterOf, verifyAuditStep } from './audit.service.ts'
import { exportAuditRows } from './export-audit.ts'

export const auditRoutes = (storage: Storage) => (on: Mount) => {
  on(audit.listAudit, async ({ ctx, viewer, params, query, reply }) => {
    requireOwnOrganization(viewer, params.orgId)
    const page = await auditPage(ctx, viewer, query)
    if (page.next) reply.header('x-next-cursor', page.next)
    return page.data
  })
  on(audit.exportAudit, async ({ ctx, viewer, params, query, reply }) => {
    requireOwnOrganization(viewer, params.orgId)
    return exportAuditRows(ctx, viewer, filterOf(query), reply)
  })
  on(
    audit.verifyAudit,
    async ({ ctx, viewer, params, body }) => {
      requireOwnOrganization(viewer, params.orgId)
      return verifyAuditStep(ctx, storage, viewer, body.after)
    },
    // Nothing is written: asking again checks again.
    { once: 'never' },
  )
}
