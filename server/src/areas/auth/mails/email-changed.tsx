import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import type { ContentOf } from './mail-content.ts'
import { texts } from './mails.texts.ts'

const { emailChanged: t } = texts

export const EmailChangedMail = ({ new_email, link, expires_days }: ContentOf<'email_changed'>) => (
  <MailLayout preview={t.body(new_email)} heading={t.heading}>
    <MailText>{t.body(new_email)}</MailText>
    <MailText>{t.notYou}</MailText>
    <MailAction href={link} label={t.action} copyHint={texts.copyHint} />
    <MailNote>{t.expires(expires_days)}</MailNote>
  </MailLayout>
)
