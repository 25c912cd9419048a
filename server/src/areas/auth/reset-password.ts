import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { hashToken } from '../../core/http/session.ts'
import { badLink } from './auth.errors.ts'
import { auditPerson, revokeSessionsOf, setPassword, spendVerification } from './auth.queries.ts'
import { mailNotice } from './notices.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'

/** Whoever chose the new password is the only one left signed in, once they sign in. */
export async function resetPassword(ctx: Context, password: string, verificationString: string) {
  requireGoodPassword(password)
  await inIdentity(ctx, undefined, async (tx) => {
    const spent = await spendVerification(tx.db, hashToken(verificationString), 'reset_password')
    if (!spent?.person_id) throw badLink()
    // Not before: a string that anybody can make up must not cost the work of a hash.
    const changed = await setPassword(tx.db, spent.person_id, await hashPassword(password))
    if (!changed) throw badLink()
    await auditPerson(tx.db, spent.person_id, 'member.password_changed', ctx.origin)
    await mailNotice(ctx, tx, changed.email, 'password_changed')
    const sessionIds = await revokeSessionsOf(tx.db, spent.person_id)
    tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds }))
  })
}
