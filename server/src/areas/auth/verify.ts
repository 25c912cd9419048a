import type { verifyEmail } from '@throughline/contracts/auth'
import type { Output } from '@throughline/contracts/endpoint'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { hashToken } from '../../core/http/session.ts'
import { badLink, explainTaken } from './auth.errors.ts'
import {
  auditPerson,
  type CheckedVerification,
  checkVerification,
  setEmail,
  spendVerification,
} from './auth.queries.ts'
import { mailWayBack } from './undo-email.ts'

function invitationOf(checked: CheckedVerification) {
  if (checked.purpose !== 'invitation') return null
  return {
    organization: checked.organization ?? '',
    role: checked.role ?? '',
    invited_by: checked.invited_by ?? '',
    has_account: checked.has_account,
  }
}

/** Checks without spending, except a change of address: the page behind that link makes no further call. */
export async function checkLink(ctx: Context, verificationString: string): Promise<Output<typeof verifyEmail>> {
  const hash = hashToken(verificationString)
  return inIdentity(ctx, undefined, async (tx) => {
    const checked = await checkVerification(tx.db, hash)
    if (!checked) throw badLink()
    if (checked.purpose === 'change_email') {
      const spent = await spendVerification(tx.db, hash, 'change_email')
      if (!spent?.person_id) throw badLink()
      const moved = await setEmail(tx.db, spent.person_id, spent.email).catch(explainTaken)
      if (!moved) throw badLink()
      await auditPerson(tx.db, spent.person_id, 'member.email_changed', ctx.origin)
      await mailWayBack(ctx, tx, spent.person_id, moved.old_email, spent.email)
    }
    return { purpose: checked.purpose, email: checked.email, invitation: invitationOf(checked) }
  })
}
