import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import { explainViolation } from '../../core/db/unique-violation.ts'
import { conflict, invalid } from '../../core/errors.ts'
import { hashToken, newToken } from '../../core/http/session.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import { accountExists, badLink, managedBySso } from './auth.errors.ts'
import {
  auditPerson,
  dropWhatCameWith,
  findPersonByEmail,
  putVerification,
  revokeSessionsOf,
  setEmail,
  setPassword,
  spendVerification,
  uninvite,
} from './auth.queries.ts'
import { requireConfirmed } from './confirm.ts'
import type { MailContent } from './mails/mail-content.ts'
import { texts } from './mails/mails.texts.ts'
import { mailNotice, profileLink, tellPerson } from './notices.ts'
import { hashPassword, requireGoodPassword } from './passwords.ts'

/** By whoever is more than signed in. The address changes only when the link sent to the new one is followed. */
export async function changeEmail(ctx: Context, viewer: Viewer, email: string, oldEmail: string) {
  if (viewer.user.auth_type.startsWith('sso_')) throw managedBySso('address')
  if (oldEmail.toLowerCase() !== viewer.user.email.toLowerCase()) throw invalid('The old address isn’t yours')
  if (email.toLowerCase() === oldEmail.toLowerCase()) throw invalid('New email must be different from current email')
  await requireConfirmed(ctx, viewer)
  const { token, hash } = newToken()
  await inIdentity(ctx, viewer.personId, async (tx) => {
    if (await findPersonByEmail(tx.db, email)) throw accountExists()
    await putVerification(tx.db, {
      hash,
      purpose: 'change_email',
      email,
      personId: viewer.personId,
      goodFor: '24 hours',
    })
    const content: MailContent = {
      kind: 'email_change',
      link: `${ctx.config.APP_ORIGIN}/verify/${token}`,
      expires_hours: 24,
    }
    await queueMail(ctx, tx, email, content)
    const notice: MailContent = { kind: 'email_change_asked', new_email: email, link: profileLink(ctx) }
    const { subject, body } = texts.notice.emailChangeAsked
    await tellPerson(ctx, tx, viewer.personId, { subject, body: body(email) })
    await queueMail(ctx, tx, viewer.user.email, notice)
  })
}

const UNDO_DAYS = 7

const addressTaken = () =>
  conflict('address_taken', 'Another account uses this address now. Change that account’s address, then try again.')
const orTaken = explainViolation({ people_email: addressTaken, members_email: addressTaken })

/** To the address that was left: what happened, and the way back. */
export async function mailWayBack(ctx: Context, tx: DutyTx, personId: string, oldEmail: string, newEmail: string) {
  const { token, hash } = newToken()
  const goodFor = `${UNDO_DAYS} days`
  await putVerification(tx.db, { hash, purpose: 'undo_email', email: oldEmail, personId, goodFor })
  const link = `${ctx.config.APP_ORIGIN}/undo-email/${token}`
  const content: MailContent = { kind: 'email_changed', new_email: newEmail, link, expires_days: UNDO_DAYS }
  const { subject, message } = texts.emailChanged
  await tellPerson(ctx, tx, personId, { subject, body: message(newEmail) })
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
    await mailNotice(ctx, tx, personId, email, 'password_changed')
    const { subject, body } = texts.notice.emailChangeUndone
    await tellPerson(ctx, tx, personId, { subject, body: body(email) })
    const content: MailContent = { kind: 'email_change_undone', email }
    await queueMail(ctx, tx, moved.old_email, content)
    const sessionIds = await revokeSessionsOf(tx.db, personId)
    tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds }))
  })
}
