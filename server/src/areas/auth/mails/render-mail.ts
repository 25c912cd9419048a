import type { ReactElement } from 'react'
import { type RenderedMail, renderElement } from '../../../core/mail/render-element.ts'
import { AccountExistsMail } from './account-exists.tsx'
import { EmailChangeMail } from './email-change.tsx'
import { EmailChangedMail } from './email-changed.tsx'
import { InvitationMail } from './invitation.tsx'
import { isNotice, isPlain, type MailContent, type NoticeContent } from './mail-content.ts'
import { texts } from './mails.texts.ts'
import { momentOf, placedMoment } from './moment.ts'
import { PasswordResetMail } from './password-reset.tsx'
import { RegistrationMail } from './registration.tsx'
import { type Notice, SecurityNoticeMail } from './security-notice.tsx'

const { notice: t } = texts

const look = (link: string) => ({ action: { label: t.action, link }, note: t.notYou })

/** Puts what happened into words. */
function noticeOf(content: NoticeContent): Notice {
  if (isPlain(content)) return { ...t.plain[content.kind], ...look(content.link) }
  switch (content.kind) {
    case 'new_device': {
      const at = placedMoment(content.at, content.time_zone)
      const body = t.newDevice.body(content.device, content.address, at)
      return { subject: t.newDevice.subject, body, ...look(content.link) }
    }
    case 'email_change_asked': {
      const body = t.emailChangeAsked.body(content.new_email)
      return { subject: t.emailChangeAsked.subject, body, ...look(content.link) }
    }
    case 'email_change_undone': {
      const { subject, body, notYou } = t.emailChangeUndone
      return { subject, body: body(content.email), note: notYou }
    }
    case 'account_deletion_planned': {
      const { subject, body, action } = t.deletionPlanned
      const at = momentOf(content.at, content.time_zone)
      return { subject, body: body(at), action: { label: action, link: content.link }, note: t.notYou }
    }
    case 'account_deleted':
      return t.deleted
    default:
      return content
  }
}

function composeNotice(content: NoticeContent): [subject: string, mail: ReactElement] {
  const notice = noticeOf(content)
  return [notice.subject, SecurityNoticeMail(notice)]
}

function compose(content: MailContent): [subject: string, mail: ReactElement] {
  if (isNotice(content)) return composeNotice(content)
  switch (content.kind) {
    case 'registration':
      return [texts.registration.subject, RegistrationMail(content)]
    case 'account_exists':
      return [texts.accountExists.subject, AccountExistsMail(content)]
    case 'password_reset':
      return [texts.passwordReset.subject, PasswordResetMail(content)]
    case 'email_change':
      return [texts.emailChange.subject, EmailChangeMail(content)]
    case 'email_changed':
      return [texts.emailChanged.subject, EmailChangedMail(content)]
    case 'invitation':
      return [texts.invitation.subject(content.organization), InvitationMail(content)]
    default:
      return content
  }
}

export const renderMail = (content: MailContent): Promise<RenderedMail> => renderElement(...compose(content))
