import * as z from 'zod/mini'
import type { Render } from '../../../core/jobs/send-mail.activities.ts'
import { renderElement } from '../../../core/mail/render-element.ts'
import { texts } from './inbox-mails.texts.ts'
import { DigestMail, digestSubject, MessageMail, MessagesMail, WaitingMail } from './inbox-mails.tsx'
import { InboxMail } from './mail-content.ts'

async function rendered(mail: InboxMail) {
  switch (mail.kind) {
    case 'inbox_message':
      return {
        ...(await renderElement(texts.subject(mail), MessageMail(mail))),
        headers: { References: mail.references },
      }
    case 'inbox_messages':
      return renderElement(texts.several(mail.messages.length), MessagesMail(mail))
    case 'inbox_waiting':
      return renderElement(texts.waiting(mail.count), WaitingMail(mail))
    case 'inbox_digest':
      break
  }
  return {
    ...(await renderElement(digestSubject(mail), DigestMail(mail))),
    headers: { 'List-Unsubscribe': `<${mail.turn_off}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/** Renders what people are mailed from their inboxes; other mails are rendered by `others`. */
export const withInboxMails =
  (others: Render): Render =>
  async (content) => {
    const mail = z.safeParse(InboxMail, content)
    return mail.success ? rendered(mail.data) : others(content)
  }
