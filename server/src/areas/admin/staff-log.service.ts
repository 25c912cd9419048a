import { type getStaffCounts, type listStaffLog, MOST_COUNTED } from '@throughline/contracts/admin'
import { VERIFY_STEP } from '@throughline/contracts/audit'
import type { Made, Query } from '@throughline/contracts/endpoint'
import { TenantId } from '@throughline/contracts/ids'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { STAFF_LOG } from '../../core/audit/head-archive.ts'
import { verifiedOnWire, verifyStep } from '../../core/audit/verify-step.ts'
import type { Context } from '../../core/context.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { inStaff } from '../../core/db/in-staff.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { type LogRow, logRows, noteRead } from './staff-log.queries.ts'

type Entry = Made<typeof listStaffLog>[number]

const toWire = ({ actor_id, actor_name, hash, ...row }: LogRow): Entry => ({
  ...row,
  actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? '' },
  hash: hash?.toString('hex') ?? null,
})

export const staffLogPage = (ctx: Context, viewer: Viewer, { about, cursor, limit }: Query<typeof listStaffLog>) =>
  inStaff(ctx, viewer, async (tx) => {
    const cursors = cursorsOf(ctx, STAFF_LOG, 'staff_log', about ?? null)
    const [before] = cursors.decode(cursor) ?? []
    const rows = await logRows(tx.db, { about, before, limit: limit + 1 })
    await noteRead(tx, 'staff_log.read', 'staff_log', null)
    const { data, next } = pageOf(rows, limit, ({ at }) => cursors.encode([at]))
    return { data: data.map(toWire), next }
  })

export async function verifyStaffLog(ctx: Context, storage: Storage, viewer: Viewer, after: number) {
  await inStaff(ctx, viewer, (tx) => noteRead(tx, 'staff_log.verified', 'staff_log', null))
  const scope = { tenantId: z.parse(TenantId, STAFF_LOG) }
  return verifiedOnWire(await verifyStep(ctx, scope, storage.records, { after, step: VERIFY_STEP }))
}

/** What waits for staff. Counting ends early: a queue of thousands is not read for its number. */
export const staffCounts = (ctx: Context, viewer: Viewer): Promise<Made<typeof getStaffCounts>> =>
  inStaff(ctx, viewer, async (tx) => {
    const upTo = (rows: RawBuilder<unknown>) =>
      sql`(select count(*) from (select from ${rows} limit ${MOST_COUNTED}) x)::int`
    const found = await sql<{ waiting: number; organizations: number; feedback: number; subscriptions: number }>`
      select ${upTo(sql`people where not is_approved`)} as waiting,
        ${upTo(sql`tenants where kind = 'organization' and status <> 'closed'`)} as organizations,
        ${upTo(sql`feedback where not resolved`)} as feedback,
        ${upTo(sql`waitlist where removed_at is null`)} as subscriptions`.execute(tx.db)
    const [counts] = found.rows
    if (!counts) throw new Error('counting answers always')
    await noteRead(tx, 'overview.read', 'staff_log', null)
    return { ...counts, signup_approval: ctx.config.SIGNUP_APPROVAL }
  })
