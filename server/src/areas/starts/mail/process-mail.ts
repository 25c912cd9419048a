import { givenBy } from '@throughline/flow/start-mapping'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inSavepoint } from '../../../core/db/in-savepoint.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { AppError } from '../../../core/errors.ts'
import type { StoredUpload } from '../../../core/storage/stored-uploads.ts'
import { truncate } from '../../../core/truncate.ts'
import { publishWorkflowFrame } from '../../workflows/workflows.public.ts'
import { startOrHold, tellOfRefusal } from '../start-or-hold.ts'
import { isMisfit, StartReason } from '../start-reasons.ts'
import { giveMailFiles } from '../starts.ports.ts'
import { findTrigger, type TriggerRow } from '../triggers.queries.ts'
import {
  dropWaiting,
  findByKey,
  floodOf,
  isMemberAddress,
  lockAddress,
  lockKey,
  lockMail,
  type MailOutcome,
  type MailRow,
  setHeld,
  setOutcome,
  setStarted,
} from './inbound-mails.queries.ts'
import { type AnsweredInstance, answeredInstance, joinReply } from './join-reply.ts'
import { automaticReason, domainOf, isReplyToUs, type OwnMail, ownMailOf } from './judge-message.ts'
import { type AddressRow, findAddress, mailRows } from './mail-addresses.queries.ts'
import type { Message } from './read-message.ts'
import { thankSender } from './thank-sender.ts'

const MAX_FROM_SENDER = 20
const MAX_ALIKE = 5
const LONGEST_NAME = 200
const NOT_VERIFIED: StartReason = { code: 'not_verified', message: 'The sender isn’t verified.' }
const NOT_READ: StartReason = { code: 'not_read', message: 'It couldn’t be read.' }
const TOO_LONG: StartReason = {
  code: 'too_long',
  message: 'It’s more than 89 days old and still couldn’t start. It’ll be deleted after 90 days.',
}
const Mapping = z.record(z.string(), z.string())

interface ReadMail {
  message: Message
  verified: boolean
  /** In quarantine, each under its own name there. */
  files: readonly StoredUpload[]
}

interface UnreadMail {
  problem: 'unreadable' | 'too_many_files'
}

interface Arrival {
  mail: MailRow
  address: AddressRow
  trigger: TriggerRow
  key: string
  own: OwnMail
}

const reason = (code: string, message: string): StartReason => ({ code, message })

/** Whether the address takes mail of this sender without a person who looks at it. */
async function senderProblem({ db, tenantId }: TenantTx, address: AddressRow, { message, verified }: ReadMail) {
  if (address.senders === 'anyone') return undefined
  if (!verified) return NOT_VERIFIED
  const { sender_address: sender } = message
  const isAllowed =
    address.senders === 'domains'
      ? address.domains.includes(domainOf(sender))
      : await isMemberAddress(db, tenantId, sender)
  return isAllowed ? undefined : reason('not_allowed', 'This sender isn’t allowed to start instances.')
}

/** A reply joins by itself where its sender is verified, and is either whom we wrote to or somebody the address allows. */
async function replyProblem(tx: TenantTx, address: AddressRow, read: ReadMail, answered: AnsweredInstance | undefined) {
  if (!answered) return reason('reply', 'A reply to an email of ours that belongs to no instance of this workflow.')
  if (!read.verified) return reason('reply', 'A reply whose sender isn’t verified.')
  return answered.wroteToSender ? undefined : senderProblem(tx, address, read)
}

/** Why a message waits for somebody to look at it; a person who released it has done so. */
async function heldReason(tx: TenantTx, of: Arrival, read: ReadMail, answered: AnsweredInstance | undefined) {
  const { db, tenantId } = tx
  const { address } = of
  const { sender_address: sender, subject } = read.message
  if (address.paused_at) return reason('paused', 'The address was paused.')
  const isReply = answered !== undefined || isReplyToUs(read.message, of.own)
  const problem = isReply ? await replyProblem(tx, address, read, answered) : await senderProblem(tx, address, read)
  if (problem) return problem
  await lockAddress(db, address.id)
  const { sent, alike } = await floodOf(db, tenantId, {
    addressId: address.id,
    sender,
    subject,
    verified: read.verified,
  })
  if (sent >= MAX_FROM_SENDER) return reason('flood', `More than ${MAX_FROM_SENDER} emails in an hour from one sender.`)
  return alike >= MAX_ALIKE ? reason('flood', 'Many emails with the same subject in a few minutes.') : undefined
}

/** A workspace that is full gets the instance all the same, and reads why the files are missing. */
async function attach(
  tx: TenantTx,
  { id, workflow_id }: { id: string; workflow_id: string },
  files: readonly StoredUpload[],
): Promise<StartReason | undefined> {
  if (files.length === 0) return undefined
  try {
    await inSavepoint(tx, (inner) => giveMailFiles.call(inner, { id, workflow_id }, files))
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return reason('files', `The attachments weren’t kept: ${error.message}`)
  }
}

const instanceOf = ({ workflow_id }: TriggerRow, id: string) => ({ id, workflow_id })

async function start(tx: TenantTx, trigger: TriggerRow, read: ReadMail, key: string): Promise<MailOutcome> {
  const { message } = read
  const { subject, sender_name, sender_address, text, date } = message
  const content = { subject, sender_name: sender_name || sender_address, sender_address, text, date }
  const outcome = await startOrHold(tx, trigger, {
    source: 'mail',
    key,
    name: truncate(subject || trigger.name, LONGEST_NAME),
    given: givenBy(z.parse(Mapping, trigger.field_mapping), content),
  })
  // Its sender was told that it arrived: it stays until somebody has repaired the cause, or dismisses it.
  if (outcome.state === 'refused') return { state: 'held', reason: outcome.reason }
  if (outcome.state === 'held') return { state: 'waiting', reason: outcome.reason }
  const { instanceId } = outcome
  if (!outcome.fresh) return { state: 'duplicate', instanceId }
  return { state: 'started', instanceId, reason: await attach(tx, instanceOf(trigger, instanceId), read.files) }
}

/** A reply becomes a comment on the instance that it answers, and its attachments files of it. */
async function join(
  tx: TenantTx,
  trigger: TriggerRow,
  read: ReadMail,
  answered: AnsweredInstance,
): Promise<MailOutcome> {
  await joinReply(tx, trigger, answered, read)
  return { state: 'joined', instanceId: answered.id, reason: await attach(tx, answered, read.files) }
}

async function outcomeOf(ctx: Context, tx: TenantTx, of: Arrival, read: ReadMail): Promise<MailOutcome> {
  const { mail, trigger, key } = of
  const automatic = automaticReason(read.message, mail.envelope_from, of.own)
  if (automatic) return { state: 'ignored', reason: reason('automatic', automatic) }
  const answered = await answeredInstance(tx, ctx.config, trigger.workflow_id, read.message)
  // An instance is started once by its key; what joins one is known by its row alone.
  if (answered) await lockKey(tx.db, key)
  const same = await findByKey(tx.db, tx.tenantId, key, mail.id)
  if (same) return { state: 'duplicate', instanceId: same.instance_id ?? undefined }
  // Released to join an instance that has been deleted since: it doesn't start another.
  if (mail.instance_id && !answered)
    return { state: 'held', reason: reason('reply', 'The instance it answers was deleted.') }
  const held = mail.released_by ? undefined : await heldReason(tx, of, read, answered)
  if (held) return { state: 'held', reason: held, instanceId: answered?.id }
  if (answered) return join(tx, trigger, read, answered)
  const outcome = await start(tx, trigger, read, key)
  if (outcome.state === 'started' && of.address.thanks) await thankSender(ctx, tx, of, read, outcome.instanceId)
  return outcome
}

/** The person named learns of mail that is held or could not start, once for each cause in a row. */
async function tell(tx: TenantTx, trigger: TriggerRow, { state, reason: why }: MailOutcome) {
  if (!why || state === 'ignored' || state === 'started' || state === 'joined') return
  const [, before] = await mailRows(tx.db, tx.tenantId, trigger.id, { limit: 2 })
  tellOfRefusal(tx, trigger, why, before?.reason)
}

/** What a message came to, which is locked, where it still stands there. */
async function lockAs(tx: TenantTx, id: string, state: 'received' | 'waiting') {
  const mail = await lockMail(tx.db, tx.tenantId, id)
  const trigger = mail && (await findTrigger(tx.db, tx.tenantId, mail.address_id))
  return mail?.state === state ? trigger : undefined
}

/** What a message brings whose start waited, once that has begun: its files, and thanks to its sender. */
export async function finishWaiting(
  ctx: Context,
  tx: TenantTx,
  { id, instanceId }: { id: string; instanceId: string },
  read: ReadMail | UnreadMail,
): Promise<void> {
  const { db, tenantId } = tx
  const trigger = await lockAs(tx, id, 'waiting')
  const address = trigger && (await findAddress(db, tenantId, trigger.id))
  if (!trigger || !address) return
  const files = 'files' in read ? read.files : []
  await setStarted(db, tenantId, id, instanceId, await attach(tx, instanceOf(trigger, instanceId), files))
  if (address.thanks && 'message' in read) await thankSender(ctx, tx, { mail: { id }, address }, read, instanceId)
  await publishWorkflowFrame(tx, 'workflow.starts', { id: trigger.workflow_id, visibility: trigger.visibility })
}

async function hold(tx: TenantTx, trigger: TriggerRow, id: string, why: StartReason): Promise<void> {
  await setHeld(tx.db, tx.tenantId, id, why)
  await publishWorkflowFrame(tx, 'workflow.starts', { id: trigger.workflow_id, visibility: trigger.visibility })
}

/** One that failed however often it was tried: what it says is still in quarantine, to be read once more. */
export async function holdUnread(tx: TenantTx, id: string): Promise<void> {
  const trigger = await lockAs(tx, id, 'received')
  if (!trigger) return
  await hold(tx, trigger, id, NOT_READ)
  await tell(tx, trigger, { state: 'held', reason: NOT_READ })
}

/**
 * One whose start no longer fits the workflow is held, so that a person starts it once that is repaired; the person named was
 * told when it was tried. One whose start waits until the message is nearly gone starts nothing by itself anymore, since that
 * would be without its attachments: it is held for the day that is left. Says whether it is held now.
 */
export async function giveUpWaiting(tx: TenantTx, id: string): Promise<boolean> {
  const trigger = await lockAs(tx, id, 'waiting')
  const dropped = trigger && (await dropWaiting(tx.db, tx.tenantId, id))
  if (!dropped) return false
  const misfit = isMisfit(dropped.reason) ? z.parse(StartReason, dropped.reason) : undefined
  await hold(tx, trigger, id, misfit ?? TOO_LONG)
  if (!misfit) await tell(tx, trigger, { state: 'held', reason: TOO_LONG })
  return true
}

/** What becomes of a message that was read: in one transaction with what it starts, so that a repeat finds it done. */
export async function processMail(
  ctx: Context,
  tx: TenantTx,
  id: string,
  read: ReadMail | UnreadMail,
): Promise<MailOutcome['state'] | undefined> {
  const { db, tenantId } = tx
  const mail = await lockMail(db, tenantId, id)
  const address = mail && (await findAddress(db, tenantId, mail.address_id))
  const trigger = mail && (await findTrigger(db, tenantId, mail.address_id))
  if (!mail || !address || !trigger || mail.state !== 'received') return undefined
  if ('problem' in read) {
    const text = read.problem === 'unreadable' ? 'Rejected: it can’t be read' : 'Rejected: too many attachments'
    const outcome: MailOutcome = { state: 'rejected', reason: reason(read.problem, text) }
    await setOutcome(db, tenantId, id, { ...outcome, sender: null, subject: null, verified: false, key: null })
    await tell(tx, trigger, outcome)
    return 'rejected'
  }
  const { message, verified } = read
  const key = `${address.id}:${message.hash}`
  const outcome = await outcomeOf(ctx, tx, { mail, address, trigger, key, own: ownMailOf(ctx) }, read)
  await setOutcome(db, tenantId, id, {
    ...outcome,
    sender: message.sender_address || null,
    subject: message.subject || null,
    verified,
    // Only the first of its kind is found again by it.
    key: outcome.state === 'duplicate' || outcome.state === 'ignored' ? null : key,
  })
  await tell(tx, trigger, outcome)
  await publishWorkflowFrame(tx, 'workflow.starts', { id: trigger.workflow_id, visibility: trigger.visibility })
  // One that a person let go on its last day.
  if (outcome.state === 'waiting' && (await giveUpWaiting(tx, id))) return 'held'
  return outcome.state
}
