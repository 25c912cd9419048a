import { Link, useNavigate } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { buttonClass } from '../../../ui/button-style.ts'
import { toast } from '../../../ui/toast.ts'
import { chooseNewPassword } from '../auth.api.ts'
import { spec, texts } from '../auth.texts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { ToSignin } from './auth-links.tsx'
import { AuthTitle, Emphasis } from './auth-title.tsx'
import { FormProblem } from './form-problem.tsx'
import { checkNewPassword, NewPasswordFields } from './new-password-fields.tsx'
import { WHY_SIGNIN_TOAST } from './problem.ts'
import { SubmitButton } from './submit-button.tsx'
import { useForm } from './use-form.ts'

export function ResetForm({ string, email }: { string: string; email: string }) {
  const navigate = useNavigate()
  const form = useForm({
    initial: { password: '', confirm: '' },
    check: checkNewPassword,
    submit: async ({ password }) => {
      await chooseNewPassword({ password, verification_string: string })
      toast.success(spec.resetDone, { id: WHY_SIGNIN_TOAST })
      await navigate({ to: '/signin', replace: true })
    },
    failure: { title: spec.resetFailed },
  })
  return (
    <AuthFrame>
      <AuthTitle title={texts.resetTitle}>
        <Emphasis text={texts.resetNote(email)} part={email} />
      </AuthTitle>
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <form {...form.props} className="space-y-4">
        {/* Tells a password manager whose password this is. */}
        <input hidden readOnly autoComplete="username" value={email} />
        <NewPasswordFields values={form.values} errors={form.errors} field={form.field} />
        <SubmitButton form={form} busyLabel={spec.resettingPassword} className="mt-2">
          {spec.resetPassword}
        </SubmitButton>
      </form>
      <ToSignin />
    </AuthFrame>
  )
}

export function UsedResetLink() {
  return (
    <AuthFrame>
      <AuthTitle title={spec.invalidLink} icon={Unlink}>
        {texts.usedResetLink}
      </AuthTitle>
      <Link to="/forgot-password" className={buttonClass({ variant: 'primary', size: 'lg', block: true })}>
        {texts.sendNewLink}
      </Link>
      <ToSignin />
    </AuthFrame>
  )
}
