import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import { texts } from './mails.texts.ts'

export interface Notice {
  subject: string
  body: string
  /** What to do about it; the last mail to an account has nothing left to do. */
  action?: { label: string; link: string }
  note?: string
}

/** Something about an account's safety changed: what it was, and where to look if it was somebody else. */
export const SecurityNoticeMail = ({ subject, body, action, note }: Notice) => (
  <MailLayout preview={body} heading={subject}>
    <MailText>{body}</MailText>
    {action ? <MailAction href={action.link} label={action.label} copyHint={texts.copyHint} /> : null}
    {note ? <MailNote>{note}</MailNote> : null}
  </MailLayout>
)
