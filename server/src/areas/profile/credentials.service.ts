import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { explainViolation } from '../../core/db/unique-violation.ts'
import { conflict } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import {
  confirmPassword,
  endOthers,
  hashPassword,
  managedBySso,
  notifyPerson,
  type ProviderCheck,
  requireConfirmed,
  requireFresh,
  requireGoodPassword,
  setPassword,
} from '../auth/auth.public.ts'
import { setGoogle } from './profile.queries.ts'
import { profileOf } from './profile.service.ts'

const takenElsewhere = explainViolation({
  people_google: () => conflict('google_taken', 'This Google account is already connected to another account'),
})

/** The same proof as at sign-in: a token made for this browser, once. Its address need not be the account's. */
export async function connectGoogle(
  ctx: Context,
  viewer: Viewer,
  check: ProviderCheck,
  token: string,
  visitor: string,
) {
  if (viewer.user.auth_type.startsWith('sso_')) throw managedBySso('sign-in')
  // Before the credential is spent: whoever has to confirm first can bring the same one again.
  await requireConfirmed(ctx, viewer)
  const claims = await check(token)
  await requireFresh(ctx, claims, visitor)
  return inIdentity(ctx, viewer.personId, async (tx) => {
    const connected = await setGoogle(tx.db, viewer.personId, claims.sub).catch(takenElsewhere)
    if (!connected) throw managedBySso('sign-in')
    await notifyPerson(ctx, tx, viewer, 'member.google_connected', 'google_connected')
    return profileOf(tx.db, viewer)
  })
}

export const disconnectGoogle = (ctx: Context, viewer: Viewer) =>
  inIdentity(ctx, viewer.personId, async (tx) => {
    const before = await profileOf(tx.db, viewer)
    if (!before.google_connected) return before
    if (!(await setGoogle(tx.db, viewer.personId, null))) {
      throw conflict('password_needed', 'Set a password first so you can still sign in')
    }
    await notifyPerson(ctx, tx, viewer, 'member.google_disconnected', 'google_disconnected')
    return profileOf(tx.db, viewer)
  })

/** This device stays signed in; other devices need the new password. */
export async function changePassword(ctx: Context, viewer: Viewer, current: string, next: string) {
  if (viewer.user.auth_type.startsWith('sso_')) throw managedBySso('password')
  await confirmPassword(ctx, viewer, current)
  requireGoodPassword(next)
  const hash = await hashPassword(next)
  await inIdentity(ctx, viewer.personId, async (tx) => {
    if (!(await setPassword(tx.db, viewer.personId, hash))) throw managedBySso('password')
    await notifyPerson(ctx, tx, viewer, 'member.password_changed', 'password_changed')
    await endOthers(ctx, tx, viewer)
  })
}
