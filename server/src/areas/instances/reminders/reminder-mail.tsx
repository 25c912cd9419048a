import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import { texts as t } from './reminder.texts.ts'
import type { Reminder } from './reminder.ts'

export function ReminderMail({ task, instance, due, link }: Reminder) {
  const body = t.body(task, instance)
  return (
    <MailLayout preview={body} heading={t.heading}>
      <MailText>{body}</MailText>
      <MailAction href={link} label={t.action} copyHint={t.copyHint} />
      {due && <MailNote>{t.due(due)}</MailNote>}
    </MailLayout>
  )
}
