import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import type { MailAttachment } from './render-element.ts'

export type OutgoingMail = {
  to: string
  subject: string
  html: string
  text: string
  messageId: string
  /** Where answers go; without it, nowhere that anybody reads. */
  replyTo?: string
  headers?: Record<string, string>
  attachments?: MailAttachment[]
}

export type Mailer = ReturnType<typeof createMailer>

const ONE_ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

/** One address and no more: never a list, a name or a group that the mail library would take apart. */
export const isMailAddress = (text: string): boolean => ONE_ADDRESS.test(text)

export function createMailer(config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>) {
  const transport = createTransport({
    pool: true,
    url: config.SMTP_URL.reveal(),
    maxConnections: 5,
    // The caller repeats, and knows when to give up.
    maxRequeues: 0,
    dnsTimeout: 5_000,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  /** Done when the mail server has taken the mail over. */
  async function send(mail: OutgoingMail): Promise<void> {
    const { replyTo } = mail
    if (!isMailAddress(mail.to) || (replyTo !== undefined && !isMailAddress(replyTo)))
      throw new TypeError('a mail goes to exactly one address')
    await transport.sendMail({
      from: config.MAIL_FROM,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      messageId: mail.messageId,
      headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
      ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
      ...(mail.attachments && { attachments: mail.attachments }),
    })
  }

  return { send, close: () => transport.close() }
}
