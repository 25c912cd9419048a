import type { Proof } from '@throughline/contracts/account'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { confirmationRequired, invalidPassword } from './auth.errors.ts'
import { findPasswordHash, findPersonByGoogle } from './auth.queries.ts'
import { type ProviderCheck, providerRefused, requireFresh } from './google.ts'
import { passwordMatches } from './passwords.ts'
import { hasSecondFactor } from './second-factor.queries.ts'
import { withCode } from './second-factor.ts'
import { isConfirmed, putConfirmation } from './sessions.queries.ts'

const GOOD_FOR = '5 minutes'

/** Whether who acts has just shown, in this session, that they are themselves. */
export const isConfirmedNow = (ctx: Context, viewer: Viewer): Promise<boolean> =>
  inIdentity(ctx, viewer.personId, ({ db }) => isConfirmed(db, viewer.tokenHash, GOOD_FOR))

/** For what a stolen session alone must not do. */
export async function requireConfirmed(ctx: Context, viewer: Viewer) {
  if (!(await isConfirmedNow(ctx, viewer))) throw confirmationRequired()
}

async function confirmByPassword(ctx: Context, viewer: Viewer, password: string) {
  const stored = await inIdentity(ctx, viewer.personId, ({ db }) => findPasswordHash(db, viewer.personId))
  if (!(await passwordMatches(stored, password))) throw invalidPassword()
  await inIdentity(ctx, viewer.personId, ({ db }) => putConfirmation(db, viewer.tokenHash))
}

/** A fresh sign-in with the Google account that is connected, for whoever has neither password nor second factor. */
async function confirmByGoogle(
  ctx: Context,
  viewer: Viewer,
  claims: Awaited<ReturnType<ProviderCheck>>,
  visitor: string,
) {
  const { personId } = viewer
  await requireFresh(ctx, claims, visitor)
  await inIdentity(ctx, personId, async ({ db }) => {
    const connected = await findPersonByGoogle(db, claims.sub)
    if (connected?.person_id !== personId) throw providerRefused('This Google account isn’t connected to your account.')
    if ((await findPasswordHash(db, personId)) || (await hasSecondFactor(db, personId))) {
      throw providerRefused('Use your password or a code instead.')
    }
    await putConfirmation(db, viewer.tokenHash)
  })
}

export interface ProofParts {
  proof: Proof
  check: ProviderCheck
  /** The browser that the nonce of a Google credential was given to. */
  visitor: string
}

/** Kept in the session; what it opens is open to no other session of the person. */
export async function confirmSession(ctx: Context, viewer: Viewer, { proof, check, visitor }: ProofParts) {
  const { password, code, token } = proof
  if (password !== undefined) await confirmByPassword(ctx, viewer, password)
  if (token !== undefined) await confirmByGoogle(ctx, viewer, await check(token), visitor)
  if (code !== undefined) {
    await withCode(ctx, viewer.personId, code, 'confirmed', ({ db }) => putConfirmation(db, viewer.tokenHash))
  }
}
