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
  revokeSessionsOf,
  setEmail,
  setPassword,
  spendVerification,
} from './auth.queries.ts'
import { mailWayBack } from './change-email.ts'
import { mailNotice } from './notices.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'

type LinkPurpose = 'sign_up' | 'reset_password'

/**
 * One row in the outbox and nothing else, for any address: whether there is an account, and what is sent,
 * is found out later by a job, so neither answer nor time can tell.
 */
export async function requestLink(ctx: Context, purpose: LinkPurpose, email: string) {
  const id = crypto.randomUUID()
  const sealed = ctx.keyring.system.seal(JSON.stringify({ purpose, email }), id).toString('base64')
  await inIdentity(ctx, undefined, async (tx) => {
    tx.start(id, { workflow: 'sendLink', workflowId: `link:${id}`, args: { id, sealed } })
  })
}

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

/** All sessions end; the person who chose the new password signs in with it. */
export async function resetPassword(ctx: Context, password: string, verificationString: string) {
  requireGoodPassword(password)
  await inIdentity(ctx, undefined, async (tx) => {
    const spent = await spendVerification(tx.db, hashToken(verificationString), 'reset_password')
    if (!spent?.person_id) throw badLink()
    // Not before: a string that anybody can make up must not cost the work of a hash.
    const changed = await setPassword(tx.db, spent.person_id, await hashPassword(password))
    if (!changed) throw badLink()
    await auditPerson(tx.db, spent.person_id, 'member.password_changed', ctx.origin)
    await mailNotice(ctx, tx, spent.person_id, changed.email, 'password_changed')
    const sessionIds = await revokeSessionsOf(tx.db, spent.person_id)
    tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds }))
  })
}
