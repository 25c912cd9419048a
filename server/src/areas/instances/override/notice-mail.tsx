import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import { texts as t } from './notice.texts.ts'
import type { OverrideNotice } from './notice.ts'

export function NoticeMail({ task, instance, by, reason, link }: OverrideNotice) {
  const body = t.body(by, task, instance)
  return (
    <MailLayout preview={body} heading={t.heading}>
      <MailText>{body}</MailText>
      <MailAction href={link} label={t.action} copyHint={t.copyHint} />
      <MailNote>{t.reason(reason)}</MailNote>
    </MailLayout>
  )
}
