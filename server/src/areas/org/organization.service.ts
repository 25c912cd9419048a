import { Organization } from '@throughline/contracts/org'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'

export const organization = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async (tx) => {
    const row = await tx.db
      .selectFrom('tenants')
      .select(['id', 'name', 'time_zone', 'version', 'logo_sha256'])
      .where('id', '=', tx.tenantId)
      .executeTakeFirst()
    if (!row) throw notFound('This organization')
    return Organization.parse({ ...row, logo_url: row.logo_sha256 ? `/v1/org/${row.id}/icon/` : null })
  })
