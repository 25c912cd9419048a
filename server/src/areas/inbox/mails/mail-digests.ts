import { MemberId } from '@throughline/contracts/ids'
import { MessageType } from '@throughline/contracts/inbox'
import { isAdminRole } from '@throughline/contracts/permissions'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Scope, TenantTx } from '../../../core/db/tenant-tx.ts'
import { tenantKey } from '../../../core/keys/tenant-key.ts'
import { queueMail } from '../../../core/mail/queue-mail.ts'
import { wallClock } from '../../../core/zone-clock.ts'
import type { VisibilityScope } from '../../workflows/workflows.public.ts'
import { labelIdsOf } from '../messages/labels.service.ts'
import { countLabels, findMessages, MOST_COUNTED, needsYouPage } from '../messages/message-rows.queries.ts'
import { type MessageWire, messagesOnWire } from '../messages/message-wire.ts'
import {
  type MailingOrganization,
  type MailRecipient,
  mailingOrganization,
  recipientsAmong,
  timeOf,
} from '../settings/mail-recipients.queries.ts'
import { nextDigest } from '../settings/quiet-hours.ts'
import { setNextDigest } from '../settings/settings.queries.ts'
import { type DigestNews, digestNews, endDigest, takeDueDigests } from './digest.queries.ts'
import { digestOffLink } from './digest-link.ts'
import { labelOf, listedMessage, type MailReading } from './listed-message.ts'
import type { InboxDigest } from './mail-content.ts'
import { markNews } from './mails.queries.ts'
import { oneByOne } from './one-by-one.ts'
import { waitingOn } from './waiting-on.ts'

const DIGESTS_AT_ONCE = 50
const MOST_LISTED = 50

interface Digesting {
  ctx: Context
  tx: TenantTx
  organization: MailingOrganization
  recipient: MailRecipient
  now: Date
}

const owner = ({ tx, recipient }: Digesting) => ({ tenantId: tx.tenantId, memberId: recipient.member_id })

/** One line for each workflow, with each piece of news of it. */
function updatesOf(news: readonly DigestNews[], wires: ReadonlyMap<string, MessageWire>): InboxDigest['updates'] {
  const lines = new Map<string, InboxDigest['updates'][number]>()
  for (const { message_id, type } of news) {
    const wire = wires.get(message_id)
    if (!wire || wire.needs_you) continue
    const workflow = labelOf(wire, 'workflow') ?? labelOf(wire, 'instance') ?? wire.title
    const known = lines.get(workflow) ?? { workflow, lines: [] }
    known.lines.push({ type: z.parse(MessageType, type), title: wire.title })
    lines.set(workflow, known)
  }
  return [...lines.values()]
}

const dayPart = (hour: number) => (hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening')

function contentOf(
  digesting: Digesting,
  lists: Pick<InboxDigest, 'needs_you' | 'needs_you_count' | 'updates' | 'waiting_on'>,
): InboxDigest {
  const { ctx, organization, recipient, now } = digesting
  const origin = ctx.config.APP_ORIGIN
  const zone = recipient.time_zone
  return {
    kind: 'inbox_digest',
    organization: organization.name,
    settings: `${origin}/profile/notifications`,
    day: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: zone }).format(now),
    greeting: dayPart(new Date(wallClock(zone, now.getTime())).getUTCHours()),
    name: recipient.name.split(' ')[0] ?? recipient.name,
    ...lists,
    names: organization.names_in_mails,
    link: `${origin}/inbox`,
    turn_off: digestOffLink(ctx.config, owner(digesting)),
  }
}

/** What needs the person, the earliest due first, and how many they are. */
async function asksOf(digesting: Digesting, viewer: VisibilityScope, reading: MailReading) {
  const { tx } = digesting
  const who = owner(digesting)
  const labels = await labelIdsOf(tx, who)
  const asking = await needsYouPage(tx.db, who, labels, undefined, MOST_LISTED)
  const needing = (await messagesOnWire(tx, viewer, asking)).filter(({ gone }) => !gone)
  const needs_you: InboxDigest['needs_you'] = []
  for (const wire of needing) needs_you.push(await listedMessage(tx, wire, wire.type, reading))
  if (asking.length < MOST_LISTED) return { needs_you }
  const counts = await countLabels(tx.db, who, labels)
  const all = counts.reduce((sum, one) => sum + one.asking, 0)
  return { needs_you, needs_you_count: Math.min(MOST_COUNTED, all) - (asking.length - needing.length) }
}

/** With what needs the person, if there is anything that they have not read of what waits for it. */
async function digestTo(digesting: Digesting): Promise<void> {
  const { ctx, tx, recipient, now } = digesting
  const who = owner(digesting)
  const news = recipient.role === null ? [] : await digestNews(tx.db, who)
  const viewer = {
    memberId: MemberId.parse(recipient.member_id),
    user: { is_admin: isAdminRole(recipient.role ?? '') },
  }
  const rows = await findMessages(tx.db, who, [...new Set(news.map(({ message_id }) => message_id))])
  const found = await messagesOnWire(tx, viewer, rows)
  const unread = new Map(
    found.filter(({ read, gone, deleted }) => !read && !gone && !deleted).map((wire) => [wire.id, wire]),
  )
  const isFresh = ({ message_id, removed }: DigestNews) => unread.has(message_id) && !removed
  const fresh = news.filter(isFresh)
  if (fresh.length > 0) {
    const reading = { origin: ctx.config.APP_ORIGIN, zone: recipient.time_zone, now }
    const asks = await asksOf(digesting, viewer, reading)
    const lists = { ...asks, updates: updatesOf(fresh, unread), waiting_on: await waitingOn(tx, viewer, reading) }
    await queueMail(ctx, tx, recipient.email, contentOf(digesting, lists))
  }
  const ids = (some: readonly DigestNews[]) => some.map(({ id }) => id)
  await markNews(tx.db, who, ids(fresh), 'digested')
  await markNews(tx.db, who, ids(news.filter((one) => !isFresh(one))), 'skipped')
  await endDigest(tx.db, who, now)
}

async function planDigest(digesting: Digesting): Promise<void> {
  const { tx, organization, recipient, now } = digesting
  const digest = { days: recipient.digest_days, time: recipient.digest_time }
  await setNextDigest(tx.db, owner(digesting), nextDigest(digest, timeOf(recipient, organization), now))
}

/** Sends the digests that are due, and works out when those come that something waits for. Says whether there may be more. */
export async function digestOnce(ctx: Context, scope: Scope, now = new Date()): Promise<boolean> {
  await tenantKey(ctx, scope.tenantId)
  return inTenant(ctx, scope, async (tx) => {
    const due = await takeDueDigests(tx.db, tx.tenantId, now, DIGESTS_AT_ONCE)
    if (due.length === 0) return false
    const organization = await mailingOrganization(tx.db, tx.tenantId)
    const members = due.map(({ member_id }) => member_id)
    const unplanned = new Set(due.filter((one) => one.unplanned).map(({ member_id }) => member_id))
    await oneByOne(
      { ctx, tx, now },
      await recipientsAmong(tx.db, tx.tenantId, members),
      (inner, recipient) => {
        const digesting = { ctx, tx: inner, organization, recipient, now }
        return unplanned.has(recipient.member_id) ? planDigest(digesting) : digestTo(digesting)
      },
      (to, until) => setNextDigest(tx.db, { tenantId: tx.tenantId, memberId: to.member_id }, until),
    )
    return due.length === DIGESTS_AT_ONCE
  })
}
