import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { invalidPassword } from './auth.errors.ts'
import { findPasswordHash } from './auth.queries.ts'
import { requireConfirmed } from './confirm.ts'
import { passwordMatches } from './passwords.ts'

/**
 * Whoever has a password says it again, whoever has none has confirmed the session in another way. Only people whom their
 * organisation signs in have nothing of their own to show.
 */
export async function confirmPassword(ctx: Context, viewer: Viewer, given: string | undefined) {
  const { personId } = viewer
  const stored = await inIdentity(ctx, personId, ({ db }) => findPasswordHash(db, personId))
  if (stored) {
    if (!(await passwordMatches(stored, given ?? ''))) throw invalidPassword()
  } else if (!viewer.user.auth_type.startsWith('sso_')) {
    await requireConfirmed(ctx, viewer)
  }
}
