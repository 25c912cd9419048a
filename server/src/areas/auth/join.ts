import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import { AppError } from '../../core/errors.ts'
import { hashToken } from '../../core/http/session.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { badLink, explainTaken } from './auth.errors.ts'
import { acceptInvitation, moveSession, spendVerification } from './auth.queries.ts'

/** False when the invitation is for another address, or was taken back. Open lists of members are told of who came. */
export async function accept(ctx: Context, tx: DutyTx, tenantId: string, memberId: string, personId: string) {
  const joined = await acceptInvitation(tx.db, tenantId, memberId, personId).catch(explainTaken)
  const frames = [{ type: 'member.joined', id: memberId }]
  if (joined) tx.afterCommit(() => ctx.publish({ kind: 'live', tenantId, frames }))
  return joined
}

/** An invitation is for an address: only the account with that address can accept it. */
export async function joinOrganization(ctx: Context, viewer: Viewer, verificationString: string) {
  await inIdentity(ctx, viewer.personId, async (tx) => {
    const spent = await spendVerification(tx.db, hashToken(verificationString), 'invitation')
    if (!spent?.tenant_id || !spent.member_id) throw badLink()
    if (!(await accept(ctx, tx, spent.tenant_id, spent.member_id, viewer.personId))) {
      throw new AppError(403, 'other_address', `This invitation is for ${spent.email}. Sign in with that address.`)
    }
    await moveSession(tx.db, viewer.tokenHash, spent.tenant_id)
    tx.afterCommit(() => ctx.publish({ kind: 'moved', sessionIds: [viewer.sessionId] }))
  })
}
