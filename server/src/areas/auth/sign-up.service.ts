import type { signup } from '@throughline/contracts/auth'
import type { Body } from '@throughline/contracts/endpoint'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import { hashToken } from '../../core/http/session.ts'
import { badLink, explainTaken } from './auth.errors.ts'
import {
  createPerson,
  createWorkspace,
  isInvitedByStaff,
  type SpentVerification,
  spendVerification,
} from './auth.queries.ts'
import { accept } from './join.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'
import { WORKSPACE_NAME } from './workspace-name.ts'

/** Invited people join their organisation; everyone else gets a workspace of their own. */
async function settle(ctx: Context, tx: DutyTx, spent: SpentVerification, personId: string) {
  if (spent.tenant_id && spent.member_id) {
    if (!(await accept(ctx, tx, spent.tenant_id, spent.member_id, personId))) throw badLink()
    return
  }
  await createWorkspace(tx.db, { personId, kind: 'personal', name: WORKSPACE_NAME, zone: 'UTC' })
}

/** The string is spent, the person made and settled in one transaction: half a sign-up does not exist. */
export async function signUp(ctx: Context, input: Body<typeof signup>): Promise<string> {
  requireGoodPassword(input.password)
  const hash = hashToken(input.verification_string)
  return inIdentity(ctx, undefined, async (tx) => {
    const { db } = tx
    const spent = (await spendVerification(db, hash, 'sign_up')) ?? (await spendVerification(db, hash, 'invitation'))
    if (!spent) throw badLink()
    const personId = await createPerson(db, {
      username: input.username,
      email: spent.email,
      // Whoever was invited has the name they were invited by, until they change it.
      name: input.name ?? (spent.tenant_id ? '' : input.username),
      // Not before: a string that anybody can make up must not cost the work of a hash.
      passwordHash: await hashPassword(input.password),
      googleSub: null,
      authType: input.auth_type,
      approved: Boolean(spent.tenant_id) || !ctx.config.SIGNUP_APPROVAL || (await isInvitedByStaff(db, spent.email)),
    }).catch(explainTaken)
    await settle(ctx, tx, spent, personId)
    return input.username
  })
}
