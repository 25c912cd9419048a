import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { listSubscriptions, notifySubscriptions, subscribeEmail } from '@throughline/contracts/admin'
import type { Body, Made, Query } from '@throughline/contracts/endpoint'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { STAFF_LOG } from '../../core/audit/head-archive.ts'
import type { Config } from '../../core/config.ts'
import type { Context } from '../../core/context.ts'
import { csvStream } from '../../core/csv/csv-stream.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { inStaff } from '../../core/db/in-staff.ts'
import { repeatOnLock } from '../../core/db/repeat-on-lock.ts'
import { notFound } from '../../core/errors.ts'
import { newToken } from '../../core/http/session.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import { readSignedLink, signLink } from '../../core/signed-link.ts'
import { answerTo, workFor } from '../../core/work-task.ts'
import type { StaffMail } from './mails/staff-mail.ts'
import { noteRead } from './staff-log.queries.ts'
import { refusalTexts } from './users.service.ts'

const GOOD_FOR_DAYS = 7

/** One statement that writes one row, for any address: neither answer nor time can tell whether it was known. */
export const joinWaitlist = (ctx: Context, { email, type }: Pick<Body<typeof subscribeEmail>, 'email' | 'type'>) =>
  inIdentity(ctx, undefined, async ({ db }) => {
    await sql`select auth.join_waitlist(${email}, ${type})`.execute(db)
    return { status: 'ok' as const, token: null, work: null }
  })

type Subscription = Made<typeof listSubscriptions>[number]
type Moments = 'created_at' | 'invited_at' | 'joined_at' | 'bounced_at'
type SubscriptionRow = Omit<Subscription, Moments> &
  Record<Exclude<Moments, 'created_at'>, Date | null> & { created_at: Date }

export async function subscriptionRows(db: Db, before: string | undefined, limit: number): Promise<SubscriptionRow[]> {
  const older = before === undefined ? sql`` : sql`and w.reg_id < ${before}`
  const found = await sql<SubscriptionRow>`
    select w.reg_id, w.type, w.email, w.created_at, w.invited_at, w.bounced_at, p.created_at as joined_at
    from waitlist w left join people p on p.email_key = w.email_key
    where w.removed_at is null ${older} order by w.reg_id desc limit ${limit}`.execute(db)
  return found.rows
}

const toWire = (row: SubscriptionRow): Subscription => ({
  ...row,
  created_at: row.created_at.toISOString(),
  invited_at: row.invited_at?.toISOString() ?? null,
  joined_at: row.joined_at?.toISOString() ?? null,
  bounced_at: row.bounced_at?.toISOString() ?? null,
})

export const subscriptionPage = (ctx: Context, viewer: Viewer, query: Query<typeof listSubscriptions>) =>
  inStaff(ctx, viewer, async (tx) => {
    const cursors = cursorsOf(ctx, STAFF_LOG, 'waitlist', null)
    const [before] = cursors.decode(query.cursor) ?? []
    const rows = await subscriptionRows(tx.db, before, query.limit + 1)
    await noteRead(tx, 'subscriptions.listed', 'subscription', null)
    const { data, next } = pageOf(rows, query.limit, ({ reg_id }) => cursors.encode([reg_id]))
    return { data: data.map(toWire), next }
  })

/** Read at a time; each page is a transaction of its own, so that a slow reader holds nothing open. */
const ROWS = 1_000
const COLUMNS = { email: 'Email', reg_id: 'Registration ID', type: 'Type' }

async function* allRows(ctx: Context, viewer: Viewer) {
  let before: string | undefined
  do {
    const rows = await inStaff(ctx, viewer, ({ db }) => subscriptionRows(db, before, ROWS))
    yield* rows
    before = rows.length === ROWS ? rows.at(-1)?.reg_id : undefined
  } while (before !== undefined)
}

export async function exportWaitlist(ctx: Context, viewer: Viewer, reply: FastifyReply): Promise<Readable> {
  await inStaff(ctx, viewer, async (tx) => {
    const counted = await sql<{ rows: number }>`
      select count(*)::int as rows from waitlist where removed_at is null`.execute(tx.db)
    await noteRead(tx, 'subscriptions.exported', 'subscription', null, { rows: counted.rows[0]?.rows ?? 0 })
  })
  reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="email_subscriptions.csv"')
  return csvStream(COLUMNS, allRows(ctx, viewer))
}

export const setRemoved = (ctx: Context, viewer: Viewer, regId: string, removed: boolean) =>
  inStaff(ctx, viewer, async (tx) => {
    const found = await sql<{ changed: boolean | null }>`
      select staff.remove_subscription(${regId}, ${removed}, ${tx.origin}::jsonb) as changed`.execute(tx.db)
    if (found.rows[0]?.changed == null) throw notFound('This subscription')
    return { reg_id: regId }
  })

interface Invited {
  email: string
  has_account: boolean
  sent: boolean
}

/** Pressed by several at once, one mail goes out: the others wait for its row and find it invited. */
export const inviteSubscriber = (ctx: Context, viewer: Viewer, regId: string) =>
  inStaff(ctx, viewer, async (tx) => {
    const { token, hash } = newToken()
    const found = await sql<Invited>`select * from staff.invite(${regId}, ${hash}, ${tx.origin}::jsonb)`.execute(tx.db)
    const invited = found.rows[0]
    if (!invited) throw notFound('This subscription')
    if (invited.sent) {
      const { APP_ORIGIN } = ctx.config
      const content: StaffMail = {
        kind: 'waitlist_invitation',
        reg_id: regId,
        link: invited.has_account ? `${APP_ORIGIN}/signin` : `${APP_ORIGIN}/signup/${token}`,
        expires_days: invited.has_account ? null : GOOD_FOR_DAYS,
      }
      await queueMail(ctx, tx, invited.email, content)
    }
    return { reg_id: regId, sent: invited.sent }
  })

/** Each in a transaction of its own: what fails keeps nobody else from being invited. */
export async function inviteMany(ctx: Context, viewer: Viewer, regIds: readonly string[]) {
  const results: Made<typeof notifySubscriptions> = []
  for (const reg_id of regIds) {
    try {
      const { sent } = await repeatOnLock(() => inviteSubscriber(ctx, viewer, reg_id))
      results.push({ reg_id, result: sent ? 'sent' : 'not_sent', message: null })
    } catch (error) {
      results.push({ reg_id, result: 'refused', message: refusalTexts(error, 'subscription').message })
    }
  }
  return results
}

type Signing = Pick<Config, 'COOKIE_SECRET'>

const VALID_MS = 10 * 60_000
const TIME_BYTES = 6
const SALT_BYTES = 16
const HASH_BYTES = 32

const hashOf = (email: string): Buffer => createHash('sha256').update(email.toLowerCase()).digest()

/** One address, one task: what was solved for one opens no other. */
export function taskFor(config: Signing, email: string, now: number) {
  const time = Buffer.alloc(TIME_BYTES)
  time.writeUIntBE(now, 0, TIME_BYTES)
  const salt = randomBytes(SALT_BYTES)
  const token = signLink(config, 'waitlist', Buffer.concat([time, salt, hashOf(email)]))
  return { token, work: workFor(config, salt.toString('base64url')) }
}

type Done = Pick<Body<typeof subscribeEmail>, 'email' | 'token' | 'work'>

export function hasDoneWork(config: Signing, { email, token, work }: Done, now: number): boolean {
  const facts = token === undefined ? undefined : readSignedLink(config, 'waitlist', token)
  if (facts?.length !== TIME_BYTES + SALT_BYTES + HASH_BYTES) return false
  const isFresh = now - facts.readUIntBE(0, TIME_BYTES) < VALID_MS
  const isTheirs = facts.subarray(-HASH_BYTES).equals(hashOf(email))
  const salt = facts.subarray(TIME_BYTES, TIME_BYTES + SALT_BYTES).toString('base64url')
  return isFresh && isTheirs && work === answerTo(config, salt)
}
