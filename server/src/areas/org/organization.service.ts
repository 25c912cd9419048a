import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { findOrganization } from './organization.queries.ts'

export const organization = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async (tx) => {
    const row = await findOrganization(tx.db, tx.tenantId)
    if (!row) throw notFound('This organization')
    return { ...row, logo_url: row.logo_sha256 ? `/v1/org/${row.id}/icon/` : null }
  })
