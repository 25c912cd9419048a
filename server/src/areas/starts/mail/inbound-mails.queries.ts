import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { truncate } from '../../../core/truncate.ts'
import { PASSING, type StartReason } from '../start-reasons.ts'

/** Locked until the commit, so that a message is decided once. */
export const lockMail = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('inbound_mails')
    .select(['id', 'address_id', 'object_key', 'envelope_from', 'state', 'released_by', 'instance_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type MailRow = NonNullable<Awaited<ReturnType<typeof lockMail>>>

interface NewMail {
  addressId: string
  objectKey: string | null
  size: number
  envelopeFrom: string
  rejected?: StartReason
}

export async function insertMail(db: Db, tenantId: string, mail: NewMail): Promise<string> {
  const { id } = await db
    .insertInto('inbound_mails')
    .values({
      tenant_id: tenantId,
      address_id: mail.addressId,
      object_key: mail.objectKey,
      size: mail.size,
      envelope_from: truncate(mail.envelopeFrom, 320),
      ...(mail.rejected && { state: 'rejected', reason: JSON.stringify(mail.rejected) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface MailOutcome {
  state: 'started' | 'joined' | 'waiting' | 'held' | 'ignored' | 'rejected' | 'duplicate' | 'dismissed'
  reason?: StartReason | undefined
  instanceId?: string | undefined
}

interface Judged extends MailOutcome {
  sender: string | null
  subject: string | null
  verified: boolean
  key: string | null
}

/** What is not held any more needs its message no longer. */
export async function setOutcome(db: Db, tenantId: string, id: string, mail: Judged): Promise<void> {
  await db
    .updateTable('inbound_mails')
    .set({
      state: mail.state,
      sender: mail.sender?.slice(0, 320) ?? null,
      subject: mail.subject?.slice(0, 300) ?? null,
      verified: mail.verified,
      key: mail.key,
      reason: mail.reason ? JSON.stringify(mail.reason) : null,
      instance_id: mail.instanceId ?? null,
      ...(mail.state !== 'held' && mail.state !== 'waiting' && { object_key: null }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** Of a message that isn't read now: what is known of it stays. */
export const setHeld = (db: Db, tenantId: string, id: string, reason: StartReason) =>
  db
    .updateTable('inbound_mails')
    .set({ state: 'held', reason: JSON.stringify(reason) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()

/**
 * The start for which a message waits, where that is old or no longer fits the workflow, unless it has begun meanwhile: with
 * the reason why it last couldn't start. Undefined where it waits on.
 */
export async function dropWaiting(db: Db, tenantId: string, id: string): Promise<{ reason: unknown } | undefined> {
  const { rows } = await sql<{ reason: unknown }>`delete from held_starts h using inbound_mails m
    where m.tenant_id = ${tenantId} and m.id = ${id} and h.tenant_id = ${tenantId} and h.source = 'mail'
      and h.key = m.key and h.started_at is null
      and (m.received_at < now() - interval '89 days' or h.reason ->> 'code' <> all (${PASSING}::text[]))
    returning h.reason`.execute(db)
  return rows[0]
}

/** How much one address may keep of what nobody has decided yet. */
const MAX_KEPT = 1_000
const MAX_KEPT_BYTES = 2 ** 30

/** Whether an address keeps so much that nothing more is received for it. */
export async function isFull(db: Db, tenantId: string, addressId: string): Promise<boolean> {
  const { rows } = await sql<{ mails: number; bytes: number }>`
    select count(*)::int as mails, coalesce(sum(k.size), 0)::bigint as bytes from (
      select m.size from inbound_mails m
      where m.tenant_id = ${tenantId} and m.address_id = ${addressId} and m.object_key is not null
      limit ${MAX_KEPT}) k`.execute(db)
  const { mails = 0, bytes = 0 } = rows[0] ?? {}
  return mails >= MAX_KEPT || bytes >= MAX_KEPT_BYTES
}

export async function setDecided(
  db: Db,
  tenantId: string,
  id: string,
  decided: { state: 'received'; by: string } | { state: 'dismissed' },
): Promise<void> {
  await db
    .updateTable('inbound_mails')
    .set({
      state: decided.state,
      ...(decided.state === 'received' ? { released_by: decided.by } : { object_key: null }),
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export async function setStarted(
  db: Db,
  tenantId: string,
  id: string,
  instanceId: string,
  reason: StartReason | undefined,
): Promise<void> {
  await db
    .updateTable('inbound_mails')
    .set({
      state: 'started',
      instance_id: instanceId,
      object_key: null,
      reason: reason ? JSON.stringify(reason) : null,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

/** A message whose start waits, and the instance once it has begun. */
export async function findWaiting(db: Db, tenantId: string, id: string) {
  const { rows } = await sql<{ object_key: string | null; instance_id: string | null }>`
    select m.object_key, h.instance_id from inbound_mails m
    join held_starts h on h.tenant_id = m.tenant_id and h.source = 'mail' and h.key = m.key
    where m.tenant_id = ${tenantId} and m.id = ${id} and m.state = 'waiting'`.execute(db)
  return rows[0]
}

/** Copies of one message are decided one after the other. */
export const lockKey = (db: Db, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mail ${key}`}, 0))`.execute(db)

/** Messages to one address are counted one after the other: those that are being read don't see each other. */
export const lockAddress = (db: Db, addressId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mail to ${addressId}`}, 0))`.execute(db)

/** The same message, if it came before. */
export const findByKey = (db: Db, tenantId: string, key: string, notId: string) =>
  db
    .selectFrom('inbound_mails')
    .select(['id', 'instance_id', 'state'])
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .where('id', '<>', notId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/**
 * How many came from one sender in an hour, and with one subject from anybody in ten minutes: a program that answers mail may
 * do so under a new name each time. Those who only claim to be a sender are counted apart, so that they can't have the real
 * one held.
 */
export async function floodOf(
  db: Db,
  tenantId: string,
  { addressId, sender, subject, verified }: { addressId: string; sender: string; subject: string; verified: boolean },
): Promise<{ sent: number; alike: number }> {
  const read = sql`from inbound_mails
    where tenant_id = ${tenantId} and address_id = ${addressId} and verified = ${verified}
      and state not in ('received', 'rejected')`
  const { rows } = await sql<{ sent: number; alike: number }>`select
      (select count(*)::int ${read} and sender = ${sender} and received_at > now() - interval '1 hour') as sent,
      (select count(*)::int ${read} and coalesce(subject, '') = ${subject}
        and received_at > now() - interval '10 minutes') as alike`.execute(db)
  return rows[0] ?? { sent: 0, alike: 0 }
}

export const isMemberAddress = async (db: Db, tenantId: string, email: string): Promise<boolean> => {
  const { rows } = await sql`select from members where tenant_id = ${tenantId}
    and email_key = casefold(normalize(${email}, NFKC)) and status = 'active'`.execute(db)
  return rows.length > 0
}
