import { deviceName } from '@throughline/contracts/device-name'
import type { PersonId } from '@throughline/contracts/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import { DEVICE_COOKIE, setDeviceCookie } from '../../core/http/cookies.ts'
import { hashToken, newToken } from '../../core/http/session.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import { auditPerson } from './auth.queries.ts'
import type { MailContent } from './mails/mail-content.ts'
import { profileLink } from './notices.ts'
import { knowDevice } from './sessions.queries.ts'

/** The browser's own mark, which outlives its sessions. */
export function deviceHash(request: FastifyRequest, reply: FastifyReply): Buffer {
  const known = request.cookies[DEVICE_COOKIE]
  const token = known || newToken().token
  // Anew at every sign-in: a browser in use never loses its mark.
  setDeviceCookie(reply, token)
  return hashToken(token)
}

/** Whoever signs in where they never did before is told, since it may not be them. Nobody is told of their first device. */
export async function noteDevice(ctx: Context, tx: DutyTx, personId: PersonId, sessionId: string, hash: Buffer) {
  const device = deviceName(ctx.origin?.device ?? '')
  const known = await knowDevice(tx.db, sessionId, hash, device)
  if (!known?.is_new) return
  await auditPerson(tx.db, personId, 'session.new_device', ctx.origin)
  const content: MailContent = {
    kind: 'new_device',
    device,
    address: ctx.origin?.address ?? '',
    at: new Date().toISOString(),
    time_zone: known.time_zone,
    link: profileLink(ctx),
  }
  await queueMail(ctx, tx, known.email, content)
}
