import type { WebsiteId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { removeAddress, writeAddress } from '../../core/db/public-addresses.ts'
import type { Scope, TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { openForChange, openWebsite, recordAct } from './opened.ts'
import { dropPictures } from './pictures.queries.ts'
import { rowWire } from './website-wire.ts'
import { changeWebsite } from './websites.queries.ts'

export const binWebsite = (ctx: Context, viewer: Viewer, id: WebsiteId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openForChange(tx, id)
    await changeWebsite(tx.db, tx.tenantId, id, { deleted_at: new Date(), deleted_by: viewer.memberId })
    await removeAddress(tx.db, tx.tenantId, 'website', id)
    recordAct(tx, 'website.removed', row)
    return { id }
  })

/** As it was: what was published has its address again. */
export const unbinWebsite = (ctx: Context, viewer: Viewer, id: WebsiteId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openForChange(tx, id, 'trashed')
    await changeWebsite(tx.db, tx.tenantId, id, { deleted_at: null, deleted_by: null })
    if (row.last_version > 0) await writeAddress(tx.db, tx.tenantId, 'website', id)
    recordAct(tx, 'website.restored', row)
    const restored = await openWebsite(tx, id)
    return { data: rowWire(ctx.config, restored.row) }
  })

async function deleteWebsite({ db, tenantId }: TenantTx, id: string): Promise<void> {
  await sql`select auth.purge_website_versions(${id})`.execute(db)
  await dropPictures(db, tenantId, id)
  for (const table of ['website_drafts', 'website_moves'] as const) {
    await db.deleteFrom(table).where('tenant_id', '=', tenantId).where('website_id', '=', id).execute()
  }
  await db.deleteFrom('websites').where('tenant_id', '=', tenantId).where('id', '=', id).execute()
}

export const purgeOneWebsite = (ctx: Context, viewer: Viewer, id: WebsiteId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openForChange(tx, id, 'trashed')
    recordAct(tx, 'website.purged', row)
    await deleteWebsite(tx, id)
    return { id }
  })

/** Purges the oldest one past its thirty days, and says whether there was one. */
export const purgeWebsites = (ctx: Context, scope: Scope): Promise<number> =>
  inTenant(ctx, scope, async (tx) => {
    const old = await tx.db
      .selectFrom('websites')
      .select(['id', 'title'])
      .where('tenant_id', '=', tx.tenantId)
      .where('deleted_at', '<', sql<Date>`now() - interval '30 days'`)
      .orderBy('deleted_at')
      .limit(1)
      .forUpdate()
      .executeTakeFirst()
    if (!old) return 0
    tx.audit({ act: 'website.purged', kind: 'website', id: old.id, data: { name: old.title } })
    await deleteWebsite(tx, old.id)
    return 1
  })
