import { sendRegistrationLink } from './auth.api.ts'
import { spec, texts } from './auth.texts.ts'
import { EmailLink, type EmailLinkWords } from './parts/email-link.tsx'

const words: EmailLinkWords = {
  title: texts.registerTitle,
  note: texts.registerNote,
  submit: spec.sendRegistrationLink,
  busy: spec.verifying,
  malformed: spec.registrationFailed,
  sent: spec.registrationLinkSent,
  onItsWay: texts.registrationOnItsWay,
  nothingCame: texts.noRegistrationMessage,
  failure: { title: spec.registrationFailed, hint: () => texts.registrationNotSent, fixed: true },
}

export function RegisterScreen() {
  return <EmailLink words={words} send={sendRegistrationLink} />
}
