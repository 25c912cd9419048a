import { chooseNewPassword } from './auth.api.ts'
import { spec, texts } from './auth.texts.ts'
import { NewPasswordByLink } from './parts/new-password-by-link.tsx'

const words = {
  title: texts.resetTitle,
  note: texts.resetNote,
  submit: spec.resetPassword,
  busy: spec.resettingPassword,
  done: spec.resetDone,
  failed: spec.resetFailed,
}

export function ResetPasswordScreen() {
  return (
    <NewPasswordByLink purpose="reset_password" used={texts.usedResetLink} words={words} send={chooseNewPassword} />
  )
}
