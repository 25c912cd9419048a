import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import type { Render } from '../../../core/jobs/send-mail.activities.ts'
import { type RenderedMail, renderElement } from '../../../core/mail/render-element.ts'
import type { Storage } from '../../../core/storage/storage.ts'
import { invoiceFile } from '../invoice-file/invoice-file.service.ts'
import { BillingNotice } from './notice.ts'
import { NoticeMail } from './notice-mail.tsx'
import { texts } from './receipt.texts.ts'
import { Receipt } from './receipt.ts'
import { ReceiptMail } from './receipt-mail.tsx'

/** With its invoice attached: the same bytes as are downloaded. */
async function renderReceipt(ctx: Context, storage: Storage, receipt: Receipt): Promise<RenderedMail> {
  const mail = await renderElement(texts.subject(receipt.number), ReceiptMail(receipt))
  if (!receipt.invoice) return mail
  const { number, bytes } = await invoiceFile(ctx, storage, receipt.invoice, receipt.invoice.id)
  return { ...mail, attachments: [{ filename: `${number}.pdf`, content: bytes, contentType: 'application/pdf' }] }
}

/** Renders receipts and notices about the subscription; other mails are rendered by `others`. */
export const withReceipts =
  (ctx: Context, storage: Storage, others: Render): Render =>
  async (content) => {
    const receipt = z.safeParse(Receipt, content)
    if (receipt.success) return renderReceipt(ctx, storage, receipt.data)
    const notice = z.safeParse(BillingNotice, content)
    return notice.success ? renderElement(notice.data.subject, NoticeMail(notice.data)) : others(content)
  }
