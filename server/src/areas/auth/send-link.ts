import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inIdentity } from '../../core/db/in-identity.ts'
import { newToken } from '../../core/http/session.ts'
import type { Mailer } from '../../core/mail/mailer.ts'
import { messageIdOf } from '../../core/mail/message-id.ts'
import { findPersonByEmail, putVerification } from './auth.queries.ts'
import type { MailContent } from './mails/mail-content.ts'
import { renderMail } from './mails/render-mail.ts'

const LinkRequest = z.object({ purpose: z.enum(['sign_up', 'reset_password']), email: z.string() })
type LinkRequest = z.infer<typeof LinkRequest>

/** What is mailed, and where: to someone with an account at the address they confirmed, whatever spelling was typed. */
async function answerTo(ctx: Context, asked: LinkRequest): Promise<{ to: string; content: MailContent } | undefined> {
  const { token, hash } = newToken()
  const { APP_ORIGIN } = ctx.config
  return inIdentity(ctx, undefined, async ({ db }) => {
    const person = await findPersonByEmail(db, asked.email)
    const to = person?.email ?? asked.email
    const entry = { hash, purpose: asked.purpose, email: to }
    if (asked.purpose === 'sign_up') {
      if (person) return { to, content: { kind: 'account_exists', link: `${APP_ORIGIN}/signin` } }
      await putVerification(db, { ...entry, personId: null, goodFor: '24 hours' })
      return { to, content: { kind: 'registration', link: `${APP_ORIGIN}/signup/${token}`, expires_hours: 24 } }
    }
    // Nobody there, or someone whose password is kept by their organisation's provider: nothing is sent.
    if (!person || person.auth_type.startsWith('sso_')) return undefined
    await putVerification(db, { ...entry, personId: person.person_id, goodFor: '30 minutes' })
    return {
      to,
      content: { kind: 'password_reset', link: `${APP_ORIGIN}/reset-password/${token}`, expires_minutes: 30 },
    }
  })
}

/** Runs again after a crash: the mail then goes out again under the same Message-ID, with a link that works as well. */
export async function sendLink(ctx: Context, mailer: Mailer, id: string, sealed: string) {
  const opened = ctx.keyring.system.open(Buffer.from(sealed, 'base64'), id)
  const asked = LinkRequest.parse(JSON.parse(opened.toString('utf8')))
  const answer = await answerTo(ctx, asked)
  if (!answer) return
  await mailer.send({ to: answer.to, messageId: messageIdOf(ctx.config, id), ...(await renderMail(answer.content)) })
}
