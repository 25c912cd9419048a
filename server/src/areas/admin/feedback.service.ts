import type { listFeedback } from '@throughline/contracts/admin'
import type { Made, Query } from '@throughline/contracts/endpoint'
import type { FeedbackType } from '@throughline/contracts/feedback'
import { sql } from 'kysely'
import { STAFF_LOG } from '../../core/audit/head-archive.ts'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { inStaff } from '../../core/db/in-staff.ts'
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

interface FeedbackPart {
  resolved: boolean
  type: FeedbackType | undefined
  before: string | undefined
  limit: number
}

/** Newest first. Written out, since few are open and nearly all are resolved: one plan would not suit both. */
export async function feedbackPart(db: Db, { resolved, type, before, limit }: FeedbackPart) {
  const older = before === undefined ? sql`` : sql`and f.id < ${before}`
  const ofType = type === undefined ? sql`` : sql`and f.feedback_type = ${type}`
  const state = sql.raw(resolved ? 'f.resolved' : 'not f.resolved')
  const found = await sql<FeedbackRow>`
    select f.id, f.feedback_type, f.rating, f.ease_of_use, f.recommendation, f.usefulness, f.feedback, f.resolved,
      f.resolved_at, f.created_at, p.id as person_id, coalesce(nullif(p.name, ''), p.username) as person_name,
      p.email as person_email, t.name as organization, coalesce(nullif(b.name, ''), b.username) as resolved_by
    from feedback f
    left join people p on p.id = f.person_id
    left join tenants t on t.id = f.tenant_id
    left join people b on b.id = f.resolved_by
    where ${state} ${ofType} ${older} order by f.resolved, f.id desc limit ${limit}`.execute(db)
  return found.rows
}

type Wanted = Pick<Query<typeof listFeedback>, 'status' | 'feedback_type'>

/** Open first: the resolved ones begin where those end. */
async function feedbackRows(db: Db, { status, feedback_type: type }: Wanted, after: Position, limit: number) {
  const rows: FeedbackRow[] = []
  for (const resolved of [false, true]) {
    const isWanted = status === 'all' || resolved === (status === 'resolved')
    if (!isWanted || rows.length === limit || (after?.resolved && !resolved)) continue
    const before = after?.resolved === resolved ? after.id : undefined
    rows.push(...(await feedbackPart(db, { resolved, type, before, limit: limit - rows.length })))
  }
  return rows
}

type Position = { resolved: boolean; id: string } | undefined

const toWire = ({ person_id, person_name, person_email, ...row }: FeedbackRow): Feedback => ({
  ...row,
  created_at: row.created_at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? null,
  person: person_id === null ? null : { id: person_id, name: person_name, email: person_email },
})

export const feedbackPage = (ctx: Context, viewer: Viewer, query: Query<typeof listFeedback>) =>
  inStaff(ctx, viewer, async (tx) => {
    const { status, feedback_type } = query
    const wanted = { status, feedback_type }
    const cursors = cursorsOf(ctx, STAFF_LOG, 'feedback', { status, feedback_type: feedback_type ?? null })
    const after = cursors.decodePosition(query.cursor)
    const position = after && { resolved: after.key === 'true', id: after.id }
    const rows = await feedbackRows(tx.db, wanted, position, query.limit + 1)
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
