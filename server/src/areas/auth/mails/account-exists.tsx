import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import type { ContentOf } from './mail-content.ts'
import { texts } from './mails.texts.ts'

const { accountExists: t } = texts

export const AccountExistsMail = ({ link }: ContentOf<'account_exists'>) => (
  <MailLayout preview={t.heading} heading={t.heading}>
    <MailText>{t.body}</MailText>
    <MailAction href={link} label={t.action} copyHint={texts.copyHint} />
    <MailNote>{texts.ignore}</MailNote>
  </MailLayout>
)
