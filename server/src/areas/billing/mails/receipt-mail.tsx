import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import { texts as t } from './receipt.texts.ts'
import type { Receipt } from './receipt.ts'

export function ReceiptMail({ amount, plan, until, number, link }: Receipt) {
  const body = t.body(amount, plan, until)
  return (
    <MailLayout preview={body} heading={t.heading}>
      <MailText>{body}</MailText>
      <MailAction href={link} label={t.action} copyHint={t.copyHint} />
      <MailNote>{t.number(number)}</MailNote>
    </MailLayout>
  )
}
