import { sendResetLink } from './auth.api.ts'
import { spec, texts } from './auth.texts.ts'
import { EmailLink, type EmailLinkWords } from './parts/email-link.tsx'

const words: EmailLinkWords = {
  title: texts.forgotTitle,
  note: texts.forgotNote,
  submit: spec.sendResetLink,
  busy: texts.sending,
  malformed: spec.noUser,
  sent: spec.resetLinkSent,
  onItsWay: texts.resetOnItsWay,
  nothingCame: texts.noResetMessage,
  failure: { title: texts.linkNotSent },
}

export function ForgotPasswordScreen() {
  return <EmailLink words={words} send={sendResetLink} />
}
