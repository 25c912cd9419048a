import * as z from 'zod/mini'
import type { Render } from '../../../core/jobs/send-mail.activities.ts'
import { renderElement } from '../../../core/mail/render-element.ts'
import { BillingNotice } from './notice.ts'
import { NoticeMail } from './notice-mail.tsx'
import { texts } from './receipt.texts.ts'
import { Receipt } from './receipt.ts'
import { ReceiptMail } from './receipt-mail.tsx'

/** Renders receipts and notices about the subscription; other mails are rendered by `others`. */
export const withReceipts =
  (others: Render): Render =>
  async (content) => {
    const receipt = z.safeParse(Receipt, content)
    if (receipt.success) return renderElement(texts.subject(receipt.data.number), ReceiptMail(receipt.data))
    const notice = z.safeParse(BillingNotice, content)
    return notice.success ? renderElement(notice.data.subject, NoticeMail(notice.data)) : others(content)
  }
