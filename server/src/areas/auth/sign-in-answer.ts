import type { login } from '@throughline/contracts/auth'
import type { Made } from '@throughline/contracts/endpoint'
import { PersonId } from '@throughline/contracts/ids'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { hashToken, newToken } from '../../core/http/session.ts'
import { signInAgain } from './auth.errors.ts'
import { putRefusedSignIn } from './auth.queries.ts'
import { checkChallenge, hasSecondFactor, putChallenge, spendChallenge } from './second-factor.queries.ts'
import { withCode } from './second-factor.ts'
import { startSession } from './sign-in.ts'

/** After the first factor, whichever it was: a session, or what the second step has to bring back within ten minutes. */
export async function answerSignIn(
  ctx: Context,
  personId: PersonId,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Made<typeof login>> {
  const { token, hash } = newToken()
  const asked = await inIdentity(ctx, personId, async ({ db }) => {
    if (!(await hasSecondFactor(db, personId))) return false
    await putChallenge(db, hash, personId, request.host)
    return true
  })
  if (asked) return { user: null, second_factor: { challenge: token } }
  return { user: await startSession(ctx, personId, request, reply), second_factor: null }
}

export async function passSecondFactor(
  ctx: Context,
  challenge: string,
  code: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const hash = hashToken(challenge)
  const found = await inIdentity(ctx, undefined, ({ db }) => checkChallenge(db, hash, request.host))
  if (!found) throw signInAgain()
  const personId = PersonId.parse(found.person_id)
  await withCode(
    ctx,
    personId,
    code,
    'confirmed',
    async ({ db }) => {
      if (!(await spendChallenge(db, hash))) throw signInAgain()
    },
    (db) => putRefusedSignIn(db, personId),
  )
  return startSession(ctx, personId, request, reply)
}
