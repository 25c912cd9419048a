import type { CurrentUser } from '@throughline/contracts/auth'
import { PersonId } from '@throughline/contracts/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { sessionToken, setSessionCookie } from '../../core/http/cookies.ts'
import type { RateLimits } from '../../core/http/rate-limits.ts'
import { findSession, newToken } from '../../core/http/session.ts'
import { nowhereToWork, wrongCredentials } from './auth.errors.ts'
import { belongsSomewhere, createWorkspace, findLogin, openSession } from './auth.queries.ts'
import { deviceHash, noteDevice } from './devices.ts'
import { passwordMatches } from './passwords.ts'
import { knowsDevice } from './sessions.queries.ts'
import { endSession } from './sign-out.ts'
import { takeSignIn } from './tries.ts'
import { WORKSPACE_NAME } from './workspace-name.ts'

/** Whoever belongs nowhere gets a workspace of their own, so that nobody is shut out by leaving their last organisation. */
async function openAnywhere(ctx: Context, db: Db, personId: PersonId, hash: Buffer, host: string): Promise<string> {
  const session = { hash, host, personId, origin: ctx.origin }
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
  if (!found || !matches) throw wrongCredentials()
  return PersonId.parse(found.person_id)
}
