import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import type { ContentOf } from './mail-content.ts'
import { texts } from './mails.texts.ts'

const { invitation: t } = texts

export function InvitationMail({ link, organization, role, invited_by, expires_days }: ContentOf<'invitation'>) {
  const body = t.body(invited_by, organization, role)
  return (
    <MailLayout preview={body} heading={t.heading(organization)}>
      <MailText>{body}</MailText>
      <MailAction href={link} label={t.action} copyHint={texts.copyHint} />
      <MailNote>{t.expires(expires_days)}</MailNote>
      <MailNote>{t.ignore}</MailNote>
    </MailLayout>
  )
}
