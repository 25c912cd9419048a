import type { CurrentUser } from '@throughline/contracts/auth'
import { deviceName } from '@throughline/contracts/device-name'
import { PersonId } from '@throughline/contracts/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostsOf } from '../../core/config.ts'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import { DEVICE_COOKIE, sessionToken, setDeviceCookie, setSessionCookie } from '../../core/http/cookies.ts'
import type { RateLimits } from '../../core/http/rate-limits.ts'
import { findSession, hashToken, newToken } from '../../core/http/session.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import { nowhereToWork, wrongCredentials } from './auth.errors.ts'
import {
  auditPerson,
  belongsSomewhere,
  createWorkspace,
  findLogin,
  openSession,
  putRefusedSignIn,
} from './auth.queries.ts'
import type { MailContent } from './mails/mail-content.ts'
import { texts } from './mails/mails.texts.ts'
import { placedMoment } from './mails/moment.ts'
import { profileLink, tellPerson } from './notices.ts'
import { passwordMatches } from './passwords.ts'
import { knowDevice, knowsDevice } from './sessions.queries.ts'
import { endSession } from './sign-out.ts'
import { takeSignIn } from './tries.ts'
import { WORKSPACE_NAME } from './workspace-name.ts'

/** A session of the admin console ends when nobody works with it for half an hour. */
const STAFF_IDLE_SECONDS = 30 * 60

/** Whoever belongs nowhere gets a workspace of their own, so that nobody is shut out by leaving their last organisation. */
async function openAnywhere(ctx: Context, db: Db, personId: PersonId, hash: Buffer, host: string): Promise<string> {
  const isStaffs = host === hostsOf(ctx.config).admin
  const session = { hash, host, personId, origin: ctx.origin, ...(isStaffs && { idleSeconds: STAFF_IDLE_SECONDS }) }
  const opened = await openSession(db, session)
  if (opened) return opened.session_id
  if (await belongsSomewhere(db, personId)) throw nowhereToWork()
  await createWorkspace(db, { personId, kind: 'personal', name: WORKSPACE_NAME, zone: 'UTC' })
  const inTheirOwn = await openSession(db, session)
  if (!inTheirOwn) throw nowhereToWork()
  return inTheirOwn.session_id
}

/** Opens a session on this host and hands it to the browser; the one that it replaces there ends with it. */
export async function startSession(
  ctx: Context,
  personId: PersonId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CurrentUser> {
  const replaced = sessionToken(request)
  const { token, hash } = newToken()
  const device = deviceHash(request, reply)
  await inIdentity(ctx, personId, async (tx) => {
    if (replaced) await endSession(ctx, tx, replaced)
    const sessionId = await openAnywhere(ctx, tx.db, personId, hash, request.host)
    await noteDevice(ctx, tx, personId, sessionId, device)
  })
  const viewer = await findSession(ctx, token, request.host)
  if (!viewer) throw nowhereToWork()
  setSessionCookie(reply, token)
  return viewer.user
}

export interface Credentials {
  username: string
  password: string
}

/** Known or not, with or without password: the same queries, counts and hashing. */
export async function checkPassword(
  ctx: Context,
  limits: RateLimits,
  { username, password }: Credentials,
  device: Buffer,
): Promise<PersonId> {
  const { found, known } = await inIdentity(ctx, undefined, async ({ db }) => {
    const found = await findLogin(db, username)
    return { found, known: await knowsDevice(db, found?.person_id ?? null, device) }
  })
  const counted = await takeSignIn(limits, { name: username, personId: found?.person_id, device, known })
  const matches = await passwordMatches(counted ? found?.password_hash : null, password)
  if (!found || !matches) {
    await inIdentity(ctx, undefined, ({ db }) => putRefusedSignIn(db, found?.person_id ?? null))
    throw wrongCredentials()
  }
  return PersonId.parse(found.person_id)
}

/** The browser's own mark, which outlives its sessions. */
function deviceHash(request: FastifyRequest, reply: FastifyReply): Buffer {
  const known = request.cookies[DEVICE_COOKIE]
  const token = known || newToken().token
  // Anew at every sign-in: a browser in use never loses its mark.
  setDeviceCookie(reply, token)
  return hashToken(token)
}

/** A person is told of a sign-in from a new device, since it may not be them; not of their first device. */
async function noteDevice(ctx: Context, tx: DutyTx, personId: PersonId, sessionId: string, hash: Buffer) {
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
  const { subject, body } = texts.notice.newDevice
  const words = { subject, body: body(device, content.address, placedMoment(content.at, content.time_zone)) }
  await tellPerson(ctx, tx, personId, words)
  await queueMail(ctx, tx, known.email, content)
}
