import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { hashToken } from '../../core/http/session.ts'
import { revokeSession } from './auth.queries.ts'

/** The session is over everywhere at once: its open sockets are told too. */
export async function signOut(ctx: Context, token: string) {
  await inIdentity(ctx, undefined, async (tx) => {
    const revoked = await revokeSession(tx.db, hashToken(token))
    if (revoked) tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds: [revoked.session_id] }))
  })
}
