import type { ReactElement } from 'react'
import { type RenderedMail, renderElement } from '../../../core/mail/render-element.ts'
import { AccountExistsMail } from './account-exists.tsx'
import { EmailChangeMail } from './email-change.tsx'
import { EmailChangedMail } from './email-changed.tsx'
import { InvitationMail } from './invitation.tsx'
import { isNotice, type MailContent, type NoticeContent } from './mail-content.ts'
import { texts } from './mails.texts.ts'
import { noticeOf } from './notice-of.ts'
import { PasswordResetMail } from './password-reset.tsx'
import { RegistrationMail } from './registration.tsx'
import { SecurityNoticeMail } from './security-notice.tsx'

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
