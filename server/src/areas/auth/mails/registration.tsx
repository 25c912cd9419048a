import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import type { ContentOf } from './mail-content.ts'
import { texts } from './mails.texts.ts'

const { registration: t } = texts

export const RegistrationMail = ({ link, expires_hours }: ContentOf<'registration'>) => (
  <MailLayout preview={t.body} heading={t.heading}>
    <MailText>{t.body}</MailText>
    <MailAction href={link} label={t.action} copyHint={texts.copyHint} />
    <MailNote>{t.expires(expires_hours)}</MailNote>
    <MailNote>{texts.ignore}</MailNote>
  </MailLayout>
)
