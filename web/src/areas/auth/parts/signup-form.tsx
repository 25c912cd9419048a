import { useNavigate } from '@tanstack/react-router'
import type { Invitation } from '@throughline/contracts/auth'
import { Username } from '@throughline/contracts/username'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'
import { completeSignup, WHY_SIGNIN_TOAST } from '../auth.api.ts'
import { spec, texts } from '../auth.texts.ts'
import { AuthFrame } from './auth-frame.tsx'
import { ToSignin } from './auth-links.tsx'
import { AuthTitle, usePageTitle } from './auth-title.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { checkNewPassword, NewPasswordFields } from './new-password-fields.tsx'
import { SubmitButton } from './submit-button.tsx'

type SignupValues = { username: string; password: string; confirm: string }

function check(values: SignupValues): Partial<SignupValues> {
  const username = values.username.trim()
  const wrong = !username ? texts.chooseUsername : !Username.safeParse(username).success && texts.usernameRule
  return { ...(wrong && { username: wrong }), ...checkNewPassword(values) }
}

export function SignupForm({ string, invitation }: { string: string; invitation: Invitation | null }) {
  usePageTitle(texts.signupTitle)
  const navigate = useNavigate()
  const form = useForm({
    initial: { username: '', password: '', confirm: '' },
    check,
    submit: async ({ username, password }) => {
      await completeSignup({ username: username.trim(), password, verification_string: string })
      toast.success(spec.signupDone, { id: WHY_SIGNIN_TOAST })
      await navigate({ to: '/signin', replace: true })
    },
    failure: { title: spec.signupFailed },
  })
  return (
    <AuthFrame>
      <AuthTitle title={texts.signupTitle}>{texts.signupNote}</AuthTitle>
      {invitation && <InvitationCard invitation={invitation} />}
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <form {...form.props} className="space-y-4">
        <Field label={texts.username} hint={texts.usernameHint} error={form.errors.username}>
          <Input
            {...form.field('username')}
            size="lg"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <NewPasswordFields values={form.values} errors={form.errors} field={form.field} />
        <SubmitButton form={form} busyLabel={spec.signingUp} className="mt-2">
          {spec.register}
        </SubmitButton>
      </form>
      <ToSignin />
    </AuthFrame>
  )
}
