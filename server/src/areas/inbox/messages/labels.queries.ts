import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { Owner } from './message-rows.queries.ts'

interface LabelRow {
  label: string
  name: string
  color: string
}

/** Those a person made, in the order in which they made them. */
export async function ownLabels(db: Db, { tenantId, memberId }: Owner): Promise<LabelRow[]> {
  const { rows } = await sql<LabelRow>`select label, name, color from message_labels
    where tenant_id = ${tenantId} and member_id = ${memberId} order by created_at, label`.execute(db)
  return rows
}

/** Two that make labels at once come one after the other, so that their number is right. */
export async function lockInbox(db: Db, { tenantId, memberId }: Owner): Promise<bigint> {
  await sql`insert into inboxes (tenant_id, member_id) values (${tenantId}, ${memberId}) on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<{ last_news: string }>`select last_news::text as last_news from inboxes
    where tenant_id = ${tenantId} and member_id = ${memberId} for no key update`.execute(db)
  return BigInt(rows[0]?.last_news ?? 0)
}

export async function insertLabel(db: Db, { tenantId, memberId }: Owner, { label, name, color }: LabelRow) {
  await sql`insert into message_labels (tenant_id, member_id, label, name, color)
    values (${tenantId}, ${memberId}, ${label}, ${name}, ${color})`.execute(db)
}
