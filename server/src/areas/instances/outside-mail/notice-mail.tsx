import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import { texts as t } from './notice.texts.ts'
import type { BudgetNotice } from './notice.ts'

export function BudgetNoticeMail({ organization, instance, until, link }: BudgetNotice) {
  const body = t.body(organization, instance, until)
  return (
    <MailLayout preview={body} heading={t.heading}>
      <MailText>{body}</MailText>
      <MailAction href={link} label={instance === undefined ? t.openList : t.openInstance} copyHint={t.copyHint} />
      <MailNote>{t.note}</MailNote>
    </MailLayout>
  )
}
