import type { PersonId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { invalidPassword } from './auth.errors.ts'
import { findPasswordHash } from './auth.queries.ts'
import { passwordMatches } from './passwords.ts'

/** Who has a password says it again; who has none is believed by the session alone. */
export async function confirmPassword(ctx: Context, personId: PersonId, given: string | undefined) {
  const stored = await inIdentity(ctx, personId, ({ db }) => findPasswordHash(db, personId))
  if (stored && !(await passwordMatches(stored, given ?? ''))) throw invalidPassword()
}
