import type { listFeedback } from '@throughline/contracts/admin'
import type { Made, Query } from '@throughline/contracts/endpoint'
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { inStaff, STAFF_LOG } from '../../core/db/in-staff.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { noteRead } from './staff-log.queries.ts'

type Feedback = Made<typeof listFeedback>['data'][number]

type FeedbackRow = Omit<Feedback, 'created_at' | 'resolved_at' | 'person'> & {
  created_at: Date
  resolved_at: Date | null
  person_id: string | null
  person_name: string
  person_email: string
}

/** Newest first. Written out, since few are open and nearly all are resolved: one plan would not suit both. */
export async function feedbackPart(db: Db, resolved: boolean, before: string | undefined, limit: number) {
  const older = before === undefined ? sql`` : sql`and f.id < ${before}`
  const found = await sql<FeedbackRow>`
    select f.id, f.feedback_type, f.rating, f.ease_of_use, f.recommendation, f.usefulness, f.feedback, f.resolved,
      f.resolved_at, f.created_at, p.id as person_id, coalesce(nullif(p.name, ''), p.username) as person_name,
      p.email as person_email, t.name as organization, coalesce(nullif(b.name, ''), b.username) as resolved_by
    from feedback f
    left join people p on p.id = f.person_id
    left join tenants t on t.id = f.tenant_id
    left join people b on b.id = f.resolved_by
    where ${sql.raw(resolved ? 'f.resolved' : 'not f.resolved')} ${older} order by f.resolved, f.id desc limit ${limit}`.execute(
    db,
  )
  return found.rows
}

/** Open first: the resolved ones begin where those end. */
async function feedbackRows(db: Db, after: { resolved: boolean; id: string } | undefined, limit: number) {
  const open = after?.resolved ? [] : await feedbackPart(db, false, after?.id, limit)
  if (open.length === limit) return open
  const from = after?.resolved ? after.id : undefined
  return [...open, ...(await feedbackPart(db, true, from, limit - open.length))]
}

const toWire = ({ person_id, person_name, person_email, ...row }: FeedbackRow): Feedback => ({
  ...row,
  created_at: row.created_at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? null,
  person: person_id === null ? null : { id: person_id, name: person_name, email: person_email },
})

export const feedbackPage = (ctx: Context, viewer: Viewer, query: Query<typeof listFeedback>) =>
  inStaff(ctx, viewer, async (tx) => {
    const cursors = cursorsOf(ctx, STAFF_LOG, 'feedback', null)
    const after = cursors.decodePosition(query.cursor)
    const position = after && { resolved: after.key === 'true', id: after.id }
    const rows = await feedbackRows(tx.db, position, query.limit + 1)
    await noteRead(tx, 'feedback.listed', 'feedback', null)
    const { data, next } = pageOf(rows, query.limit, ({ resolved, id }) => cursors.encode([String(resolved), id]))
    return { data: data.map(toWire), next }
  })

export const setResolved = (ctx: Context, viewer: Viewer, id: string, resolved: boolean) =>
  inStaff(ctx, viewer, async (tx) => {
    const found = await sql<{ changed: boolean | null }>`
      select staff.resolve_feedback(${id}, ${resolved}, ${tx.origin}::jsonb) as changed`.execute(tx.db)
    if (found.rows[0]?.changed == null) throw notFound('This feedback')
    return { id, resolved }
  })
