import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { invalid } from '../../core/errors.ts'
import { newToken } from '../../core/http/session.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import { accountExists, managedBySso } from './auth.errors.ts'
import { findPersonByEmail, putVerification } from './auth.queries.ts'
import { requireConfirmed } from './confirm.ts'
import type { MailContent } from './mails/mail-content.ts'
import { profileLink } from './notices.ts'

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
    await queueMail(ctx, tx, viewer.user.email, notice)
  })
}
