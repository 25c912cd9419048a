import type { Context } from '../../core/context.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import { auditPerson } from './auth.queries.ts'
import type { MailContent, PlainNotice } from './mails/mail-content.ts'

export const profileLink = ({ config }: Context) => `${config.APP_ORIGIN}/profile`

/** A mail that says no more than what happened, and where to look. */
export function mailNotice(ctx: Context, tx: DutyTx, to: string, kind: PlainNotice) {
  const content: MailContent = { kind, link: profileLink(ctx) }
  return queueMail(ctx, tx, to, content)
}

/** What changes the safety of an account stands in the audit of its workspaces and in its holder's mailbox. */
export async function notifyPerson(
  ctx: Context,
  tx: DutyTx,
  { personId, user }: Pick<Viewer, 'personId' | 'user'>,
  act: string,
  kind: PlainNotice,
) {
  await auditPerson(tx.db, personId, act, ctx.origin)
  await mailNotice(ctx, tx, user.email, kind)
}
