import {
  type getControlledOrg,
  getControlledOrgIcon,
  type listControlledOrgs,
  USAGE_DAYS,
} from '@throughline/contracts/admin'
import { fillPath, type Made, type Params, type Query } from '@throughline/contracts/endpoint'
import type { TenantId } from '@throughline/contracts/ids'
import type { FastifyReply } from 'fastify'
import { STAFF_LOG } from '../../core/audit/head-archive.ts'
import { takesPayments } from '../../core/config.ts'
import type { Context } from '../../core/context.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { inStaff } from '../../core/db/in-staff.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { sendPicture } from '../../core/images/send-picture.ts'
import { versionOf } from '../../core/images/version-of.ts'
import type { Storage } from '../../core/storage/storage.ts'
import {
  chainOf,
  foldName,
  type OrganizationRow,
  organizationRow,
  organizationRows,
  organizationsNamed,
  planOf,
  usageDays,
  usageOf,
  waitingOf,
} from './organizations.queries.ts'
import { noteRead } from './staff-log.queries.ts'

type Logo = Params<typeof getControlledOrgIcon>

function toWire({
  name_key: _key,
  logo_sha256,
  created_at,
  ...row
}: OrganizationRow): Made<typeof listControlledOrgs>[number] {
  const version = logo_sha256 && versionOf(logo_sha256.toString('hex'))
  return {
    ...row,
    logo: version && fillPath(getControlledOrgIcon.path, { orgId: row.id, version }),
    created_at: created_at.toISOString(),
  }
}

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
    const usage = await usageOf(tx.db, id, takesPayments(ctx.config))
    const waiting = await waitingOf(tx.db, id)
    const plan = await planOf(tx.db, id)
    if (!usage || !waiting || !plan) throw new Error('an organization is always counted')
    const chain = await chainOf(tx.db, id)
    return {
      ...toWire(row),
      time_zone: plan.time_zone,
      plan: plan.plan,
      subscription: plan.subscription,
      last_active: plan.last_active,
      auto_renew: plan.auto_renew,
      canceled_at: plan.canceled_at?.toISOString() ?? null,
      period: { from: plan.period_from, to: plan.period_to ?? plan.ends_at?.toISOString().slice(0, 10) ?? null },
      usage: {
        people: { used: usage.people, limit: usage.people_limit },
        storage: { used: usage.storage, limit: usage.storage_limit },
        runs: { used: usage.runs, limit: usage.runs_limit },
      },
      days: days.toReversed(),
      automations_stopped: waiting.automations_stopped,
      oldest_duty: waiting.oldest_duty?.toISOString() ?? null,
      audit: {
        rows: chain?.seq ?? 0,
        sealed_at: chain?.sealed_at.toISOString() ?? null,
        signed_rows: chain?.signed_seq ?? 0,
        signed_at: chain?.signed_at?.toISOString() ?? null,
      },
    }
  })

/** Only who was answered its address knows the version in it, and that answer is in the staff log. */
export async function readLogo(ctx: Context, storage: Storage, viewer: Viewer, logo: Logo, reply: FastifyReply) {
  const row = await inStaff(ctx, viewer, ({ db }) => organizationRow(db, logo.orgId))
  const sha256 = row?.logo_sha256?.toString('hex')
  if (sha256 === undefined || versionOf(sha256) !== logo.version) throw notFound('The logo')
  return sendPicture(storage, reply, storage.keyOf({ sha256 }, logo.orgId))
}
