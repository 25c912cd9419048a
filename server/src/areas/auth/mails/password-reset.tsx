import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import type { ContentOf } from './mail-content.ts'
import { texts } from './mails.texts.ts'

const { passwordReset: t } = texts

export const PasswordResetMail = ({ link, expires_minutes }: ContentOf<'password_reset'>) => (
  <MailLayout preview={t.body} heading={t.heading}>
    <MailText>{t.body}</MailText>
    <MailAction href={link} label={t.action} copyHint={texts.copyHint} />
    <MailNote>{t.expires(expires_minutes)}</MailNote>
    <MailNote>{texts.ignore}</MailNote>
  </MailLayout>
)
