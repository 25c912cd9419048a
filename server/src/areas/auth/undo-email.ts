import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import { explainViolation } from '../../core/db/unique-violation.ts'
import { conflict } from '../../core/errors.ts'
import { hashToken, newToken } from '../../core/http/session.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import { badLink } from './auth.errors.ts'
import {
  auditPerson,
  dropWhatCameWith,
  putVerification,
  revokeSessionsOf,
  setEmail,
  setPassword,
  spendVerification,
  uninvite,
} from './auth.queries.ts'
import type { MailContent } from './mails/mail-content.ts'
import { mailNotice } from './notices.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'

const DAYS = 7

const addressTaken = () =>
  conflict(
    'address_taken',
    'Another account uses this address now. Change the address of that account, then try again.',
  )
const orTaken = explainViolation({ people_email: addressTaken, members_email: addressTaken })

/** To the address that was left: what happened, and the way back. */
export async function mailWayBack(ctx: Context, tx: DutyTx, personId: string, oldEmail: string, newEmail: string) {
  const { token, hash } = newToken()
  const goodFor = `${DAYS} days`
  await putVerification(tx.db, { hash, purpose: 'undo_email', email: oldEmail, personId, goodFor })
  const link = `${ctx.config.APP_ORIGIN}/undo-email/${token}`
  const content: MailContent = { kind: 'email_changed', new_email: newEmail, link, expires_days: DAYS }
  await queueMail(ctx, tx, oldEmail, content)
}

/**
 * The account is theirs again who have the old mailbox: with its address and a password that nobody else knows, without
 * what came into it with the change, and signed in nowhere.
 */
export async function undoEmailChange(ctx: Context, password: string, verificationString: string) {
  requireGoodPassword(password)
  const hash = hashToken(verificationString)
  await inIdentity(ctx, undefined, async (tx) => {
    const spent = await spendVerification(tx.db, hash, 'undo_email')
    if (!spent?.person_id) throw badLink()
    const { person_id: personId, email } = spent
    await uninvite(tx.db, personId, email)
    const moved = await setEmail(tx.db, personId, email).catch(orTaken)
    // Not before: a string that anybody can make up must not cost the work of a hash.
    if (!moved || !(await setPassword(tx.db, personId, await hashPassword(password)))) throw badLink()
    await dropWhatCameWith(tx.db, hash)
    await auditPerson(tx.db, personId, 'member.email_change_undone', ctx.origin)
    await mailNotice(ctx, tx, email, 'password_changed')
    const content: MailContent = { kind: 'email_change_undone', email }
    await queueMail(ctx, tx, moved.old_email, content)
    const sessionIds = await revokeSessionsOf(tx.db, personId)
    tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds }))
  })
}
