import { Link, useParams } from '@tanstack/react-router'
import type { VerificationPurpose } from '@throughline/contracts/auth'
import { Unlink } from 'lucide-react'
import { buttonClass } from '../../ui/button-style.ts'
import { chooseNewPassword, useUndoEmailChange } from './auth.api.ts'
import { spec, texts } from './auth.texts.ts'
import { AuthFrame } from './parts/auth-frame.tsx'
import { ToSignin } from './parts/auth-links.tsx'
import { AuthTitle } from './parts/auth-title.tsx'
import { CheckingLink, LeaveToSignin, LinkNotChecked } from './parts/link-states.tsx'
import { NewPasswordForm, type NewPasswordTexts } from './parts/new-password-form.tsx'
import { useVerifiedLink } from './parts/use-verified-link.ts'

type UsedLinkTexts = { why: string; way: string }

/** The link was used before, or is too old: why, and the way to a new password. */
function UsedLink({ why, way }: UsedLinkTexts) {
  return (
    <AuthFrame>
      <AuthTitle title={spec.invalidLink} icon={Unlink}>
        {why}
      </AuthTitle>
      <Link to="/forgot-password" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
        {way}
      </Link>
      <ToSignin />
    </AuthFrame>
  )
}

type NewPasswordByLinkProps = {
  purpose: VerificationPurpose
  /** Why a link that is no good any more leads nowhere, and what to do instead. */
  used: UsedLinkTexts
  formTexts: NewPasswordTexts
  send: (body: { password: string; verification_string: string }) => Promise<unknown>
}

/** The page behind a mailed link that takes a new password. Opening it changes nothing, only the form does. */
function NewPasswordByLink({ purpose, used, formTexts, send }: NewPasswordByLinkProps) {
  const { verification_string: string } = useParams({ strict: false })
  const link = useVerifiedLink(string, [purpose])
  switch (link.state) {
    case 'missing':
      return <LeaveToSignin because={spec.invalidLink} />
    case 'checking':
      return <CheckingLink />
    case 'bad':
      return <UsedLink {...used} />
    case 'unanswered':
      return <LinkNotChecked {...link} />
    case 'good':
      break
  }
  const sendPassword = (password: string) => send({ password, verification_string: link.string })
  return <NewPasswordForm email={link.verified.email} formTexts={formTexts} send={sendPassword} />
}

const resetTexts = {
  title: texts.resetTitle,
  note: texts.resetNote,
  submit: spec.resetPassword,
  busy: spec.resettingPassword,
  done: spec.resetDone,
  failed: spec.resetFailed,
}

export function ResetPasswordScreen() {
  return (
    <NewPasswordByLink
      purpose="reset_password"
      used={texts.usedResetLink}
      formTexts={resetTexts}
      send={chooseNewPassword}
    />
  )
}

/** "This wasn't me", from the mail to the address that was left. */
export function UndoEmailScreen() {
  const undo = useUndoEmailChange()
  return <NewPasswordByLink purpose="undo_email" used={texts.usedUndoLink} formTexts={texts.undo} send={undo} />
}
