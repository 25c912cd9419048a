import { useNavigate } from '@tanstack/react-router'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { toast } from '../../../ui/toast.ts'
import { WHY_SIGNIN_TOAST } from '../auth.api.ts'
import { AuthFrame } from './auth-frame.tsx'
import { ToSignin } from './auth-links.tsx'
import { AuthTitle, Emphasis } from './auth-title.tsx'
import { checkNewPassword, NewPasswordFields } from './new-password-fields.tsx'
import { SubmitButton } from './submit-button.tsx'

export type NewPasswordTexts = {
  title: string
  note: (email: string) => string
  submit: string
  busy: string
  done: string
  failed: string
}

type NewPasswordFormProps = {
  email: string
  formTexts: NewPasswordTexts
  send: (password: string) => Promise<unknown>
}

/** Behind a mailed link: a new password, and then to the sign-in page. */
export function NewPasswordForm({ email, formTexts, send }: NewPasswordFormProps) {
  const navigate = useNavigate()
  const form = useForm({
    initial: { password: '', confirm: '' },
    check: checkNewPassword,
    submit: async ({ password }) => {
      await send(password)
      toast.success(formTexts.done, { id: WHY_SIGNIN_TOAST })
      await navigate({ to: '/signin', replace: true })
    },
    failure: { title: formTexts.failed },
  })
  return (
    <AuthFrame>
      <AuthTitle title={formTexts.title}>
        <Emphasis text={formTexts.note(email)} part={email} />
      </AuthTitle>
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <form {...form.props} className="space-y-4">
        {/* Tells a password manager whose password this is. */}
        <input hidden readOnly autoComplete="username" value={email} />
        <NewPasswordFields values={form.values} errors={form.errors} field={form.field} />
        <SubmitButton form={form} busyLabel={formTexts.busy} className="mt-2">
          {formTexts.submit}
        </SubmitButton>
      </form>
      <ToSignin />
    </AuthFrame>
  )
}
