import * as z from 'zod/mini'
import type { Render } from '../../../core/jobs/send-mail.activities.ts'
import { renderElement } from '../../../core/mail/render-element.ts'
import { texts } from './receipt.texts.ts'
import { Receipt } from './receipt.ts'
import { ReceiptMail } from './receipt-mail.tsx'

/** Renders receipts; other mails are rendered by `others`. */
export const withReceipts =
  (others: Render): Render =>
  async (content) => {
    const receipt = z.safeParse(Receipt, content)
    if (!receipt.success) return others(content)
    return renderElement(texts.subject(receipt.data.number), ReceiptMail(receipt.data))
  }
