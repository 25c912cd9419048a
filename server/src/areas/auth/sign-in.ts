import type { CurrentUser } from '@throughline/contracts/auth'
import { PersonId } from '@throughline/contracts/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { sessionToken, setSessionCookie } from '../../core/http/cookies.ts'
import { findSession, newToken } from '../../core/http/session.ts'
import { nowhereToWork, wrongCredentials } from './auth.errors.ts'
import { belongsSomewhere, createWorkspace, findLogin, openSession } from './auth.queries.ts'
import { passwordMatches } from './passwords.ts'
import { endSession } from './sign-out.ts'
import { WORKSPACE_NAME } from './workspace-name.ts'

/** Whoever belongs nowhere gets a workspace of their own, so that nobody is shut out by leaving their last organisation. */
async function openAnywhere(ctx: Context, db: Db, personId: PersonId, host: string): Promise<string> {
  const { token, hash } = newToken()
  const session = { hash, host, personId, origin: ctx.origin }
  if (await openSession(db, session)) return token
  if (await belongsSomewhere(db, personId)) throw nowhereToWork()
  await createWorkspace(db, { personId, kind: 'personal', name: WORKSPACE_NAME, zone: 'UTC' })
  await openSession(db, session)
  return token
}

/** Opens a session on this host and hands it to the browser; the one that it replaces there ends with it. */
export async function startSession(
  ctx: Context,
  personId: PersonId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CurrentUser> {
  const replaced = sessionToken(request)
  const token = await inIdentity(ctx, personId, async (tx) => {
    if (replaced) await endSession(ctx, tx, replaced)
    return openAnywhere(ctx, tx.db, personId, request.host)
  })
  const viewer = await findSession(ctx, token, request.host)
  if (!viewer) throw nowhereToWork()
  setSessionCookie(reply, token)
  return viewer.user
}

/** Known or not, with or without password: the same queries and the same hashing. */
export async function checkPassword(ctx: Context, username: string, password: string): Promise<PersonId> {
  const found = await inIdentity(ctx, undefined, (tx) => findLogin(tx.db, username))
  const matches = await passwordMatches(found?.password_hash, password)
  if (!found || !matches) throw wrongCredentials()
  return PersonId.parse(found.person_id)
}
