import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { AppError } from '../../core/errors.ts'
import { hashToken } from '../../core/http/session.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { badLink, explainTaken } from './auth.errors.ts'
import { acceptInvitation, moveSession, spendVerification } from './auth.queries.ts'

/** An invitation is for an address: only the account with that address can accept it. */
export async function joinOrganization(ctx: Context, viewer: Viewer, verificationString: string) {
  await inIdentity(ctx, viewer.personId, async ({ db }) => {
    const spent = await spendVerification(db, hashToken(verificationString), 'invitation')
    if (!spent?.tenant_id || !spent.member_id) throw badLink()
    const joined = await acceptInvitation(db, spent.tenant_id, spent.member_id, viewer.personId).catch(explainTaken)
    if (!joined) {
      throw new AppError(403, 'other_address', `This invitation is for ${spent.email}. Sign in with that address.`)
    }
    await moveSession(db, viewer.tokenHash, spent.tenant_id)
  })
}
