import type { ReactElement } from 'react'
import { render, toPlainText } from 'react-email'

export interface MailAttachment {
  filename: string
  content: Buffer
  contentType: string
}

export type RenderedMail = {
  subject: string
  html: string
  text: string
  /** In place of the one that a queued mail is given. */
  messageId?: string
  replyTo?: string
  headers?: Record<string, string>
  attachments?: MailAttachment[]
}

/** Names stay as people write them, no link is broken over two lines, and each cell of a table has a line of its own. */
const plainText = {
  wordwrap: false,
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'td', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  ],
} as const

export async function renderElement(subject: string, mail: ReactElement): Promise<RenderedMail> {
  const html = await render(mail)
  return { subject, html, text: toPlainText(html, plainText) }
}
