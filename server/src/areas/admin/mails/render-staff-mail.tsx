import * as z from 'zod/mini'
import type { Render } from '../../../core/jobs/send-mail.activities.ts'
import { MailAction, MailLayout, MailNote, MailText } from '../../../core/mail/layout.tsx'
import { renderElement } from '../../../core/mail/render-element.ts'
import { texts } from './staff-mail.texts.ts'
import { StaffMail } from './staff-mail.ts'

interface Words {
  subject: string
  body: string
  action: string
  note?: string
}

function wordsOf(mail: StaffMail): Words {
  switch (mail.kind) {
    case 'account_approved':
      return texts.approved
    case 'role_changed_by_staff': {
      const { subject, body, note, action } = texts.roleChanged
      return {
        subject: subject(mail.organization),
        body: body(mail.person, mail.role, mail.organization),
        action,
        note: note(mail.reason),
      }
    }
    case 'waitlist_invitation': {
      if (mail.expires_days === null) return texts.invitedMember
      return { ...texts.invitation, note: texts.invitation.note(mail.expires_days) }
    }
    default:
      return mail
  }
}

function StaffMailPage({ words, link }: { words: Words; link: string }) {
  return (
    <MailLayout preview={words.body} heading={words.subject}>
      <MailText>{words.body}</MailText>
      <MailAction href={link} label={words.action} copyHint={texts.copyHint} />
      {words.note ? <MailNote>{words.note}</MailNote> : null}
    </MailLayout>
  )
}

/** Renders what staff have mailed; other mails are rendered by `others`. */
export const withStaffMails =
  (others: Render): Render =>
  async (content) => {
    const mail = z.safeParse(StaffMail, content)
    if (!mail.success) return others(content)
    const words = wordsOf(mail.data)
    return renderElement(words.subject, StaffMailPage({ words, link: mail.data.link }))
  }
