import { type getControlledOrg, type listControlledOrgs, USAGE_DAYS } from '@throughline/contracts/admin'
import type { Made, Query } from '@throughline/contracts/endpoint'
import type { TenantId } from '@throughline/contracts/ids'
import { STAFF_LOG } from '../../core/audit/head-archive.ts'
import type { Context } from '../../core/context.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { inStaff } from '../../core/db/in-staff.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import {
  chainOf,
  foldName,
  type OrganizationRow,
  organizationRow,
  organizationRows,
  organizationsNamed,
  usageDays,
  usageSums,
} from './organizations.queries.ts'
import { noteRead } from './staff-log.queries.ts'

const toWire = (row: OrganizationRow): Made<typeof listControlledOrgs>[number] => ({
  id: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  plan: row.plan,
  subscription: row.subscription,
  members: row.members,
  last_active: row.last_active,
})

export const organizationPage = (ctx: Context, viewer: Viewer, query: Query<typeof listControlledOrgs>) =>
  inStaff(ctx, viewer, async (tx) => {
    const { q, limit } = query
    const cursors = cursorsOf(ctx, STAFF_LOG, 'organizations', q ?? null)
    const prefix = q && (await foldName(tx.db, q))
    const rows = prefix
      ? await organizationsNamed(tx.db, prefix, cursors.decodePosition(query.cursor), limit + 1)
      : await organizationRows(tx.db, cursors.decode(query.cursor)?.[0], limit + 1)
    await noteRead(tx, 'organizations.listed', 'organization', null, { searched: q !== undefined })
    const { data, next } = pageOf(rows, limit, ({ id, name_key }) => cursors.encode(prefix ? [name_key, id] : [id]))
    return { data: data.map(toWire), next }
  })

export const openOrganization = (ctx: Context, viewer: Viewer, id: TenantId): Promise<Made<typeof getControlledOrg>> =>
  inStaff(ctx, viewer, async (tx) => {
    const row = await organizationRow(tx.db, id)
    if (!row) throw notFound('This organization')
    await noteRead(tx, 'organization.opened', 'organization', id)
    const days = await usageDays(tx.db, id, USAGE_DAYS)
    const { runs, stopped } = await usageSums(tx.db, id, row.period_from)
    const chain = await chainOf(tx.db, id)
    return {
      ...toWire(row),
      time_zone: row.time_zone,
      auto_renew: row.auto_renew,
      canceled_at: row.canceled_at?.toISOString() ?? null,
      period: { from: row.period_from, to: row.period_to ?? row.ends_at?.toISOString().slice(0, 10) ?? null },
      usage: {
        people: { used: row.members, limit: row.people_limit },
        storage: { used: row.file_bytes, limit: row.storage_limit },
        runs: { used: runs, limit: row.runs_limit },
      },
      days: days.toReversed(),
      automations_stopped: stopped,
      audit: {
        rows: chain?.seq ?? 0,
        sealed_at: chain?.sealed_at.toISOString() ?? null,
        signed_rows: chain?.signed_seq ?? 0,
        signed_at: chain?.signed_at?.toISOString() ?? null,
      },
    }
  })
