import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import {
  confirmPassword,
  endOthers,
  hashPassword,
  managedBySso,
  notifyPerson,
  requireGoodPassword,
  setPassword,
} from '../auth/auth.public.ts'

/** This device stays signed in; whoever is on another has to know the new one. */
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
