import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { truncate } from '../../../core/truncate.ts'
import type { StartReason } from '../start-reasons.ts'

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

/** The start for which an old message waits, unless it has begun meanwhile; says whether there was one. */
export async function dropOldWaiting(db: Db, tenantId: string, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from held_starts h using inbound_mails m
    where m.tenant_id = ${tenantId} and m.id = ${id} and h.tenant_id = ${tenantId} and h.source = 'mail'
      and h.key = m.key and h.started_at is null and m.received_at < now() - interval '89 days'`.execute(db)
  return numAffectedRows > 0n
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

/** Messages of one sender are counted one after the other: those that are being read don't see each other. */
export const lockSender = (db: Db, addressId: string, sender: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`mail of ${sender} to ${addressId}`}, 0))`.execute(db)

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
 * How many came from one sender in an hour, and with one subject in ten minutes. Those who only claim to be the sender are
 * counted apart, so that they can't have the real one held.
 */
export async function floodOf(
  db: Db,
  tenantId: string,
  { addressId, sender, subject, verified }: { addressId: string; sender: string; subject: string; verified: boolean },
): Promise<{ sent: number; alike: number }> {
  const { rows } = await sql<{ sent: number; alike: number }>`
    select count(*)::int as sent,
      count(*) filter (where subject = ${subject} and received_at > now() - interval '10 minutes')::int as alike
    from inbound_mails where tenant_id = ${tenantId} and address_id = ${addressId} and sender = ${sender}
      and verified = ${verified} and received_at > now() - interval '1 hour'`.execute(db)
  return rows[0] ?? { sent: 0, alike: 0 }
}

export const isMemberAddress = async (db: Db, tenantId: string, email: string): Promise<boolean> => {
  const { rows } = await sql`select from members where tenant_id = ${tenantId}
    and email_key = casefold(normalize(${email}, NFKC)) and status = 'active'`.execute(db)
  return rows.length > 0
}
