import { useParams } from '@tanstack/react-router'
import { chooseNewPassword } from './auth.api.ts'
import { spec, texts } from './auth.texts.ts'
import { CheckingLink, LeaveToSignin, LinkNotChecked } from './parts/link-states.tsx'
import { NewPasswordForm } from './parts/new-password-form.tsx'
import { useVerifiedLink } from './parts/use-verified-link.ts'
import { UsedLink } from './parts/used-link.tsx'

const words = {
  title: texts.resetTitle,
  note: texts.resetNote,
  submit: spec.resetPassword,
  busy: spec.resettingPassword,
  done: spec.resetDone,
  failed: spec.resetFailed,
}

export function ResetPasswordScreen() {
  const { verification_string: string } = useParams({ strict: false })
  const link = useVerifiedLink(string, ['reset_password'])
  switch (link.state) {
    case 'missing':
      return <LeaveToSignin because={spec.invalidLink} />
    case 'checking':
      return <CheckingLink />
    case 'bad':
      return <UsedLink why={texts.usedResetLink} />
    case 'unanswered':
      return <LinkNotChecked {...link} />
    case 'good':
      break
  }
  const send = (password: string) => chooseNewPassword({ password, verification_string: link.string })
  return <NewPasswordForm email={link.verified.email} words={words} send={send} />
}
