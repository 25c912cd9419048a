import { randomUUID } from 'node:crypto'
import type { Body, Made, Query } from '@throughline/contracts/endpoint'
import type { InboundMailId } from '@throughline/contracts/ids'
import { type decideMail, InboundMail, type listMails } from '@throughline/contracts/mail-starts'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { cursorsOf, pageOf } from '../../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { hidesInstance, isHidden, shownInstance } from '../seen-instances.ts'
import { reasonText } from '../start-reasons.ts'
import { lockMail, setDecided } from './inbound-mails.queries.ts'
import { mailRows } from './mail-addresses.queries.ts'
import { type AddressRef, addressWire, recordAct, requireAddress } from './mail-addresses.service.ts'
import { startProcessing } from './receive-mail.ts'

const { state: MailState } = InboundMail.shape

type MailRow = Awaited<ReturnType<typeof mailRows>>[number]

/** Whoever may not see the instance doesn’t read who wrote about it, and what. */
const mailWire = (mail: MailRow): z.input<typeof InboundMail> => ({
  id: mail.id,
  received_at: mail.received_at.toISOString(),
  state: z.parse(MailState, mail.state === 'waiting' && mail.instance_id ? 'started' : mail.state),
  sender: isHidden(mail) ? null : mail.sender,
  subject: isHidden(mail) ? null : mail.subject,
  verified: mail.verified,
  reason: reasonText(mail.state === 'waiting' ? mail.held_reason : mail.reason),
  instance: shownInstance(mail),
})

export const readMails = (
  ctx: Context,
  viewer: Viewer,
  of: AddressRef,
  { cursor, limit, held = false }: Query<typeof listMails>,
): Promise<Made<typeof listMails>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { row } = await requireAddress(tx, viewer, of)
    const cursors = cursorsOf(ctx, tx.tenantId, 'mails', { address: row.id, held })
    const page = { before: cursors.decodePosition(cursor), limit: limit + 1, held }
    const rows = await mailRows(tx.db, tx.tenantId, row.id, page, await visibleTo(tx, viewer))
    const { data, next } = pageOf(rows, limit, ({ place, id }) => cursors.encode([place, id]))
    return { data: data.map(mailWire), pagination: { next_cursor: next ?? null } }
  })

/** A held message is read once more and starts, or is dismissed; one that was decided meanwhile stays as it is. */
export const decideHeldMail = (
  ctx: Context,
  viewer: Viewer,
  { mailId, ...of }: AddressRef & { mailId: InboundMailId },
  { start }: Body<typeof decideMail>,
): Promise<Made<typeof decideMail>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const { trigger } = await requireAddress(tx, viewer, of)
    const mail = await lockMail(db, tenantId, mailId)
    if (!mail || mail.address_id !== of.mailAddressId || (await hidesInstance(tx, viewer, mail.instance_id)))
      throw notFound('This email')
    if (mail.state !== 'held') throw conflict('not_held', 'This email isn’t held anymore')
    if (start) {
      await setDecided(db, tenantId, mail.id, { state: 'received', by: viewer.memberId })
      startProcessing(tx, mail.id, randomUUID())
    } else await setDecided(db, tenantId, mail.id, { state: 'dismissed' })
    await recordAct(tx, start ? 'mail_released' : 'mail_dismissed', trigger)
    return addressWire(ctx, tx, viewer, of)
  })
