import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import { hashToken } from '../../core/http/session.ts'
import { revokeSession } from './auth.queries.ts'

/** The session is over everywhere at once: its open sockets are told too. */
export async function endSession(ctx: Context, tx: DutyTx, token: string) {
  const revoked = await revokeSession(tx.db, hashToken(token))
  if (revoked) tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds: [revoked.session_id] }))
}

export const signOut = (ctx: Context, token: string) => inIdentity(ctx, undefined, (tx) => endSession(ctx, tx, token))
