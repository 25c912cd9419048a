/** What other areas may use of this one. */
export type { MailContent } from './mails/mail-content.ts'
