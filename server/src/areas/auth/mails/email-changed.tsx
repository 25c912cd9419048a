import { MailLayout, MailText } from '../../../core/mail/layout.tsx'
import type { ContentOf } from './mail-content.ts'
import { texts } from './mails.texts.ts'

const { emailChanged: t } = texts

export const EmailChangedMail = ({ new_email }: ContentOf<'email_changed'>) => (
  <MailLayout preview={t.body(new_email)} heading={t.heading}>
    <MailText>{t.body(new_email)}</MailText>
    <MailText>{t.notYou}</MailText>
  </MailLayout>
)
