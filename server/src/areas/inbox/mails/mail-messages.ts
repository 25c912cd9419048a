import { MemberId } from '@throughline/contracts/ids'
import { MessageType, OpenMessage } from '@throughline/contracts/inbox'
import { isAdminRole } from '@throughline/contracts/permissions'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Scope, TenantTx } from '../../../core/db/tenant-tx.ts'
import { tenantKey } from '../../../core/keys/tenant-key.ts'
import { messageIdOf } from '../../../core/mail/message-id.ts'
import { queueMail } from '../../../core/mail/queue-mail.ts'
import { peopleOf } from '../../instances/instances.public.ts'
import { findMessages, type MessageRow } from '../messages/message-rows.queries.ts'
import { asksForSomething, type MessageWire, messagesOnWire } from '../messages/message-wire.ts'
import {
  type MailingOrganization,
  type MailRecipient,
  mailingOrganization,
  quietOf,
  recipientsAmong,
  timeOf,
} from '../settings/mail-recipients.queries.ts'
import { quietUntil } from '../settings/quiet-hours.ts'
import { listedMessage, withoutInstance } from './listed-message.ts'
import type { InboxMail, ListedMessage } from './mail-content.ts'
import { factsOf } from './mail-facts.ts'
import { markNews, setMailAt, takeDueMails, type UnmailedNews, unmailedNews } from './mails.queries.ts'
import { oneByOne } from './one-by-one.ts'

const MAILS_AT_ONCE = 50

/** A message with the news that it is mailed for, and the one piece of it that the mail is about. */
interface Mailed {
  row: MessageRow
  wire: MessageWire
  type: MessageType
  lead: UnmailedNews | undefined
  news: UnmailedNews[]
}

interface Mailing {
  ctx: Context
  tx: TenantTx
  organization: MailingOrganization
  recipient: MailRecipient
  now: Date
}

const owner = ({ tx, recipient }: Mailing) => ({ tenantId: tx.tenantId, memberId: recipient.member_id })

/** What the mail is about: what is asked of the person, else the latest. */
async function mailedOf(mailing: Mailing, ids: readonly string[]): Promise<Mailed[]> {
  const { tx, recipient } = mailing
  const rows = await findMessages(tx.db, owner(mailing), ids)
  const viewer = {
    memberId: MemberId.parse(recipient.member_id),
    user: { is_admin: isAdminRole(recipient.role ?? '') },
  }
  const wires = await messagesOnWire(tx, viewer, rows)
  const unmailed = await unmailedNews(tx.db, owner(mailing), ids)
  const people = await peopleOf(
    tx,
    unmailed.map(({ sender_id }) => sender_id),
  )
  return rows.flatMap((row, index) => {
    const wire = wires[index]
    if (!wire) return []
    const news = unmailed.filter(({ message_id }) => message_id === row.id)
    const lead =
      news.find(({ type }) => asksForSomething(z.parse(MessageType, type))) ?? news.find(({ removed }) => !removed)
    if (!lead) return { row, wire, type: wire.type, lead, news }
    // Of the piece that is mailed: the message may have been sent by somebody else.
    const sender = lead.sender_id ? people.get(lead.sender_id) : undefined
    const shown = { ...wire, sender: sender ? { id: sender.id, name: sender.name, avatar: sender.photo } : null }
    return { row, wire: shown, type: z.parse(MessageType, lead.type), lead, news }
  })
}

/** An instance that can't continue asks its starter for nothing by a task: it is news until the instance goes on. */
const isStuck = ({ row, wire, type }: Mailed) =>
  type === 'step_failed' &&
  row.task_id === null &&
  wire.metadata.entities.some((entity) => entity.entityType === 'instance' && entity.status === 'failed')

/** What asks for something is mailed only while it is still wanted. */
const isWanted = (mailed: Mailed) => {
  const { wire, type, news } = mailed
  if (wire.read || wire.gone || wire.deleted) return false
  if (news.length > 0 && news.every(({ removed }) => removed)) return false
  return wire.needs_you || !asksForSomething(type) || isStuck(mailed)
}

async function contentOf(mailing: Mailing, mailed: readonly Mailed[]): Promise<InboxMail | undefined> {
  const { ctx, tx, organization, recipient, now } = mailing
  const origin = ctx.config.APP_ORIGIN
  const common = { organization: organization.name, settings: `${origin}/profile/notifications` }
  const link = `${origin}/inbox`
  if (!organization.names_in_mails) return { kind: 'inbox_waiting', ...common, count: mailed.length, link }
  const reading = { origin, zone: recipient.time_zone, now }
  const [only, ...others] = mailed
  if (!only) return undefined
  if (others.length > 0) {
    const messages: ListedMessage[] = []
    for (const { wire, type } of mailed) messages.push(await listedMessage(tx, wire, type, reading))
    return { kind: 'inbox_messages', ...common, messages, link }
  }
  return {
    kind: 'inbox_message',
    ...common,
    ...(await listedMessage(tx, only.wire, only.type, reading)),
    because: z.parse(OpenMessage.shape.because, only.row.because),
    text: withoutInstance(only.lead?.body ?? only.wire.description, only.wire),
    ...(await factsOf(tx, only.wire, only.type, reading)),
    references: messageIdOf(ctx.config, only.row.thing_id),
  }
}

const leadIds = (mailed: readonly Mailed[]) => mailed.flatMap(({ lead }) => lead?.id ?? [])
const newsIds = (mailed: readonly Mailed[]) => mailed.flatMap(({ news }) => news.map(({ id }) => id))
const messageIds = (mailed: readonly Mailed[]) => mailed.map(({ row }) => row.id)

/** What is still wanted now goes out as one mail; in quiet hours it waits for their end, unless it is due before. */
async function mailTo(mailing: Mailing, ids: readonly string[]): Promise<void> {
  const { ctx, tx, organization, recipient, now } = mailing
  const who = owner(mailing)
  const found = recipient.role === null ? [] : await mailedOf(mailing, ids)
  const wanted = found.filter(isWanted)
  const quiet = quietOf(recipient)
  const until = quietUntil(quiet, timeOf(recipient, organization), now)
  const goes = ({ row }: Mailed) =>
    until === null || (quiet.let_due_through && row.needs_you && row.due_at !== null && row.due_at < until)
  const [sent, waiting] = [wanted.filter(goes), wanted.filter((one) => !goes(one))]
  const content = sent.length > 0 ? await contentOf(mailing, sent) : undefined
  if (content) await queueMail(ctx, tx, recipient.email, content)
  await setMailAt(tx.db, who, ids, null)
  if (waiting.length > 0) await setMailAt(tx.db, who, messageIds(waiting), until)
  await markNews(tx.db, who, newsIds(sent), 'included')
  await markNews(tx.db, who, leadIds(sent), 'sent')
  await markNews(tx.db, who, newsIds(found.filter((one) => !isWanted(one))), 'skipped')
}

/** Mails what was held long enough and is still unread. Says whether there may be more. */
export async function mailOnce(ctx: Context, scope: Scope, now = new Date()): Promise<boolean> {
  // A mail is sealed with it: no second connection is waited for while this transaction holds one.
  await tenantKey(ctx, scope.tenantId)
  return inTenant(ctx, scope, async (tx) => {
    const due = await takeDueMails(tx.db, tx.tenantId, now, MAILS_AT_ONCE)
    if (due.length === 0) return false
    const organization = await mailingOrganization(tx.db, tx.tenantId)
    const members = [...new Set(due.map(({ member_id }) => member_id))]
    const idsOf = (to: MailRecipient) => due.filter((one) => one.member_id === to.member_id).map(({ id }) => id)
    await oneByOne(
      { ctx, tx, now },
      await recipientsAmong(tx.db, tx.tenantId, members),
      (inner, recipient) => mailTo({ ctx, tx: inner, organization, recipient, now }, idsOf(recipient)),
      (to, until) => setMailAt(tx.db, { tenantId: tx.tenantId, memberId: to.member_id }, idsOf(to), until),
    )
    return due.length === MAILS_AT_ONCE
  })
}
