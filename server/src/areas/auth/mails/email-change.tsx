import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import type { ContentOf } from './mail-content.ts'
import { texts } from './mails.texts.ts'

const { emailChange: t } = texts

export const EmailChangeMail = ({ link, expires_hours }: ContentOf<'email_change'>) => (
  <MailLayout preview={t.body} heading={t.heading}>
    <MailText>{t.body}</MailText>
    <MailAction href={link} label={t.action} copyHint={texts.copyHint} />
    <MailNote>{t.expires(expires_hours)}</MailNote>
    <MailNote>{texts.ignore}</MailNote>
  </MailLayout>
)
