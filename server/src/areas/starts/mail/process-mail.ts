import { givenBy } from '@throughline/flow/start-mapping'
import * as z from 'zod/mini'
import { inSavepoint } from '../../../core/db/in-savepoint.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { AppError } from '../../../core/errors.ts'
import type { StoredUpload } from '../../../core/storage/stored-uploads.ts'
import { publishWorkflowFrame } from '../../workflows/workflows.public.ts'
import { startOrHold, tellOfRefusal } from '../start-or-hold.ts'
import type { StartReason } from '../start-reasons.ts'
import { giveMailFiles } from '../starts.ports.ts'
import { findTrigger, type TriggerRow } from '../triggers.queries.ts'
import {
  findByKey,
  floodOf,
  isMemberAddress,
  lockMail,
  type MailOutcome,
  type MailRow,
  setOutcome,
  setStarted,
} from './inbound-mails.queries.ts'
import { automaticReason, domainOf, isReplyToUs, type OwnMail } from './judge-message.ts'
import { type AddressRow, findAddress, recentMails } from './mail-addresses.queries.ts'
import type { Message } from './read-message.ts'

const MAX_FROM_SENDER = 20
const MAX_ALIKE = 5
const Mapping = z.record(z.string(), z.string())

interface ReadMail {
  message: Message
  verified: boolean
  /** In quarantine, each under its own name there. */
  files: readonly StoredUpload[]
}

const reason = (code: string, message: string): StartReason => ({ code, message })

/** Why a message waits for somebody to look at it; a person who let it start has done so. */
async function heldReason(tx: TenantTx, address: AddressRow, { message, verified }: ReadMail, own: OwnMail) {
  const { db, tenantId } = tx
  const { sender_address: sender, subject } = message
  if (address.paused_at) return reason('paused', 'The address was paused.')
  if (isReplyToUs(message, own)) return reason('reply', 'A reply to one of our emails.')
  if (address.senders !== 'anyone') {
    if (!verified) return reason('not_verified', 'The sender isn’t verified.')
    const isAllowed =
      address.senders === 'domains'
        ? address.domains.includes(domainOf(sender))
        : await isMemberAddress(db, tenantId, sender)
    if (!isAllowed) return reason('not_allowed', 'This sender isn’t allowed to start instances.')
  }
  const { sent, alike } = await floodOf(db, tenantId, { addressId: address.id, sender, subject })
  if (sent >= MAX_FROM_SENDER) return reason('flood', `More than ${MAX_FROM_SENDER} emails in an hour from one sender.`)
  return alike >= MAX_ALIKE ? reason('flood', 'Many emails with the same subject in a few minutes.') : undefined
}

/** A workspace that is full gets the instance all the same, and reads why the files are missing. */
async function attach(tx: TenantTx, trigger: TriggerRow, instanceId: string, files: readonly StoredUpload[]) {
  if (files.length === 0) return undefined
  try {
    await inSavepoint(tx, (inner) =>
      giveMailFiles.call(inner, { id: instanceId, workflow_id: trigger.workflow_id }, files),
    )
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return reason('files', `The attachments weren’t kept: ${error.message}`)
  }
}

async function start(tx: TenantTx, trigger: TriggerRow, read: ReadMail, key: string): Promise<MailOutcome> {
  const { message } = read
  const { subject, sender_name, sender_address, text, date } = message
  const content = { subject, sender_name: sender_name || sender_address, sender_address, text, date }
  const outcome = await startOrHold(tx, trigger, {
    source: 'mail',
    key,
    name: (subject || trigger.name).slice(0, 200),
    given: givenBy(z.parse(Mapping, trigger.field_mapping), content),
  })
  if (outcome.state === 'refused') return { state: 'rejected', reason: outcome.reason }
  if (outcome.state === 'held') return { state: 'waiting', reason: outcome.reason }
  const { instanceId } = outcome
  if (!outcome.fresh) return { state: 'duplicate', instanceId }
  return { state: 'started', instanceId, reason: await attach(tx, trigger, instanceId, read.files) }
}

async function outcomeOf(
  tx: TenantTx,
  mail: MailRow,
  of: { address: AddressRow; trigger: TriggerRow; key: string; own: OwnMail },
  read: ReadMail,
): Promise<MailOutcome> {
  const automatic = automaticReason(read.message, mail.envelope_from, of.own)
  if (automatic) return { state: 'ignored', reason: reason('automatic', automatic) }
  const same = await findByKey(tx.db, tx.tenantId, of.key, mail.id)
  if (same) return { state: 'duplicate', instanceId: same.instance_id ?? undefined }
  const held = mail.released_by ? undefined : await heldReason(tx, of.address, read, of.own)
  return held ? { state: 'held', reason: held } : start(tx, of.trigger, read, of.key)
}

/** The person named learns of mail that is held or could not start, once for each cause in a row. */
async function tell(tx: TenantTx, trigger: TriggerRow, { state, reason: why }: MailOutcome) {
  if (!why || state === 'ignored' || state === 'started') return
  const [before] = await recentMails(tx.db, tx.tenantId, trigger.id, 2).then((mails) => mails.slice(1))
  tellOfRefusal(tx, trigger, why, before?.reason)
}

/** Files of a message whose start waited, once it has begun. */
export async function finishWaiting(
  tx: TenantTx,
  id: string,
  instanceId: string,
  files: readonly StoredUpload[],
): Promise<void> {
  const { db, tenantId } = tx
  const mail = await lockMail(db, tenantId, id)
  const trigger = mail && (await findTrigger(db, tenantId, mail.address_id))
  if (!trigger || mail.state !== 'waiting') return
  await setStarted(db, tenantId, id, instanceId, await attach(tx, trigger, instanceId, files))
  await publishWorkflowFrame(tx, 'workflow.starts', { id: trigger.workflow_id, visibility: trigger.visibility })
}

/** What becomes of a message that was read: in one transaction with what it starts, so that a repeat finds it done. */
export async function processMail(
  tx: TenantTx,
  id: string,
  read: ReadMail | { problem: 'unreadable' | 'too_many_files' },
  own: OwnMail,
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
  const outcome = await outcomeOf(tx, mail, { address, trigger, key, own }, read)
  await setOutcome(db, tenantId, id, {
    ...outcome,
    sender: message.sender_address || null,
    subject: message.subject || null,
    verified,
    // Only the first of its kind is found again by it; one that was refused may be sent again.
    key: ['duplicate', 'ignored', 'rejected'].includes(outcome.state) ? null : key,
  })
  await tell(tx, trigger, outcome)
  await publishWorkflowFrame(tx, 'workflow.starts', { id: trigger.workflow_id, visibility: trigger.visibility })
  return outcome.state
}
