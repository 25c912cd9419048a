import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import { texts as t } from './notice.texts.ts'
import type { BillingNotice } from './notice.ts'

export function NoticeMail({ subject, body, note, link }: BillingNotice) {
  return (
    <MailLayout preview={body} heading={subject}>
      <MailText>{body}</MailText>
      <MailAction href={link} label={t.action} copyHint={t.copyHint} />
      {note && <MailNote>{note}</MailNote>}
    </MailLayout>
  )
}
