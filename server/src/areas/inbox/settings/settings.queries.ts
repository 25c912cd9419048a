import type { MessageKind } from '@throughline/contracts/inbox'
import type { FollowLevel } from '@throughline/contracts/notification-settings'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { Owner } from '../messages/message-rows.queries.ts'
import type { Choice } from '../telling/builtin-choices.ts'

export interface OrgChoice extends Choice {
  can_change: boolean
}

export async function orgChoices(db: Db, tenantId: string): Promise<(OrgChoice & { kind: string })[]> {
  const { rows } = await sql<
    OrgChoice & { kind: string }
  >`select kind, inbox, email, desktop, can_change from notification_defaults where tenant_id = ${tenantId}`.execute(db)
  return rows
}

export async function putOwnChoice(db: Db, { tenantId, memberId }: Owner, kind: MessageKind, choice: Choice) {
  const { inbox, email, desktop } = choice
  await sql`insert into notification_choices (tenant_id, member_id, kind, inbox, email, desktop)
    values (${tenantId}, ${memberId}, ${kind}, ${inbox}, ${email}, ${desktop})
    on conflict (tenant_id, member_id, kind) do update set inbox = excluded.inbox, email = excluded.email,
      desktop = excluded.desktop`.execute(db)
}

/** Without a kind all of them. */
export async function dropOwnChoices(db: Db, { tenantId, memberId }: Owner, kind?: MessageKind) {
  await sql`delete from notification_choices where tenant_id = ${tenantId} and member_id = ${memberId}
    ${kind ? sql`and kind = ${kind}` : sql``}`.execute(db)
}

export async function putOrgChoice(db: Db, tenantId: string, kind: MessageKind, choice: OrgChoice) {
  const { inbox, email, desktop, can_change } = choice
  await sql`insert into notification_defaults (tenant_id, kind, inbox, email, desktop, can_change)
    values (${tenantId}, ${kind}, ${inbox}, ${email}, ${desktop}, ${can_change})
    on conflict (tenant_id, kind) do update set inbox = excluded.inbox, email = excluded.email,
      desktop = excluded.desktop, can_change = excluded.can_change`.execute(db)
}

export async function dropOrgChoice(db: Db, tenantId: string, kind: MessageKind) {
  await sql`delete from notification_defaults where tenant_id = ${tenantId} and kind = ${kind}`.execute(db)
}

export interface HoursChange {
  quiet_on?: boolean
  quiet_from?: string
  quiet_to?: string
  quiet_weekends?: boolean
  let_due_through?: boolean
  digest_days?: string
  digest_time?: string
}

export async function putHours(db: Db, { tenantId, memberId }: Owner, change: HoursChange) {
  await db
    .insertInto('notification_hours')
    .values({ tenant_id: tenantId, member_id: memberId, ...change })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doUpdateSet(change))
    .execute()
}

/** Whether something waits for the digest of a person. */
export async function hasPendingDigest(db: Db, { tenantId, memberId }: Owner): Promise<boolean> {
  const { rows } = await sql`select from notification_hours
    where tenant_id = ${tenantId} and member_id = ${memberId} and next_digest_at is not null`.execute(db)
  return rows.length > 0
}

export async function setNextDigest(db: Db, { tenantId, memberId }: Owner, next: Date | null) {
  await sql`update notification_hours set next_digest_at = ${next?.toISOString() ?? null}::timestamptz
    where tenant_id = ${tenantId} and member_id = ${memberId}`.execute(db)
}

export interface FollowRow {
  id: string
  name: string
  prefix: string
  level: FollowLevel
  until: Date | null
}

const MAX_FOLLOWS = 500

export async function followsOf(db: Db, { tenantId, memberId }: Owner, visible: RawBuilder<boolean>) {
  const { rows } = await sql<FollowRow>`select w.id, w.name, w.prefix, f.level, f.until from follows f
    join workflows w on w.tenant_id = ${tenantId} and w.id = f.workflow_id
    where f.tenant_id = ${tenantId} and f.member_id = ${memberId} and (f.until is null or f.until > now())
      and w.deleted_at is null and ${visible}
    order by w.name, w.id limit ${MAX_FOLLOWS}`.execute(db)
  return rows
}

export async function findFollowable(db: Db, tenantId: string, workflowId: string, visible: RawBuilder<boolean>) {
  const { rows } = await sql<{
    id: string
    name: string
    prefix: string
  }>`select w.id, w.name, w.prefix from workflows w
    where w.tenant_id = ${tenantId} and w.id = ${workflowId} and w.deleted_at is null and ${visible}`.execute(db)
  return rows[0]
}

export async function putFollow(
  db: Db,
  { tenantId, memberId }: Owner,
  workflowId: string,
  { level, until }: { level: FollowLevel; until: Date | null },
) {
  await sql`insert into follows (tenant_id, workflow_id, member_id, level, until)
    values (${tenantId}, ${workflowId}, ${memberId}, ${level}, ${until?.toISOString() ?? null}::timestamptz)
    on conflict (tenant_id, workflow_id, member_id) do update set level = excluded.level, until = excluded.until`.execute(
    db,
  )
}

/** Says whether there was one. */
export async function dropFollow(db: Db, { tenantId, memberId }: Owner, workflowId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from follows
    where tenant_id = ${tenantId} and workflow_id = ${workflowId} and member_id = ${memberId}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

export async function namesInMails(db: Db, tenantId: string): Promise<boolean> {
  const { names_in_mails } = await db
    .selectFrom('tenants')
    .select('names_in_mails')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()
  return names_in_mails
}

export async function setNamesInMails(db: Db, tenantId: string, on: boolean) {
  await db.updateTable('tenants').set({ names_in_mails: on }).where('id', '=', tenantId).execute()
}

export interface WeekRow {
  kind: string
  /** Null where it was to be mailed right away, and was read first. */
  mail: string | null
  day: string
  pieces: number
  message_ids: string[]
}

const MOST_NEWS = 5_000

/** What a person was told in the last seven days, by kind, day in their zone and how it was mailed. */
export async function lastWeek(db: Db, { tenantId, memberId }: Owner, zone: string): Promise<WeekRow[]> {
  const { rows } = await sql<WeekRow>`select n.kind, n.mail, to_char(n.at at time zone ${zone}, 'YYYY-MM-DD') as day,
      count(*)::int as pieces, array_agg(distinct n.message_id) as message_ids
    from (select kind, mail, at, message_id from message_news
      where tenant_id = ${tenantId} and member_id = ${memberId} and id > (select uuidv7(interval '-7 days'))
        and (mail is not null or at < now() - interval '10 minutes')
      order by id desc limit ${MOST_NEWS}) n
    group by 1, 2, 3`.execute(db)
  return rows
}
