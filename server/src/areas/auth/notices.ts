import type { Context } from '../../core/context.ts'
import type { DutyTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import { auditPerson, putNoticeOf } from './auth.queries.ts'
import type { MailContent, PlainNotice } from './mails/mail-content.ts'
import { texts } from './mails/mails.texts.ts'

export const profileLink = ({ config }: Context) => `${config.APP_ORIGIN}/profile`

interface Words {
  subject: string
  body: string
}

/** In the inboxes of all their workspaces, besides the mail: it is held back for nobody. */
export async function tellPerson(ctx: Context, tx: DutyTx, personId: string, { subject, body }: Words): Promise<void> {
  const told = await putNoticeOf(tx.db, personId, subject, body)
  tx.afterCommit(() => {
    for (const { tenant_id: tenantId, member_id, message_id } of told)
      ctx.publish({ kind: 'inbox', tenantId, changed: [[member_id, message_id]] })
  })
}

/** A mail that says no more than what happened, and where to look; the same in their inboxes. */
export async function mailNotice(ctx: Context, tx: DutyTx, personId: string, to: string, kind: PlainNotice) {
  const content: MailContent = { kind, link: profileLink(ctx) }
  await tellPerson(ctx, tx, personId, texts.notice.plain[kind])
  await queueMail(ctx, tx, to, content)
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
  await mailNotice(ctx, tx, personId, user.email, kind)
}
