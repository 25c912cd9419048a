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
import { AuthTitle, Emphasis, usePageTitle } from './auth-title.tsx'
import { InvitationCard } from './invitation-card.tsx'
import { checkNewPassword, NewPasswordFields } from './new-password-fields.tsx'
import { SubmitButton } from './submit-button.tsx'

type SignupValues = { name: string; username: string; password: string; confirm: string }

const MAX_NAME = 120

function check(values: SignupValues, invited: boolean): Partial<SignupValues> {
  const name = values.name.trim()
  const unnamed = !name && !invited ? texts.enterName : name.length > MAX_NAME && texts.nameRule
  const username = values.username.trim()
  const wrong = !username ? texts.chooseUsername : !Username.safeParse(username).success && texts.usernameRule
  return { ...(unnamed && { name: unnamed }), ...(wrong && { username: wrong }), ...checkNewPassword(values) }
}

type SignupFormProps = { string: string; email: string; invitation: Invitation | null }

/** Invited people have the name they were invited by; everyone else says theirs. */
export function SignupForm({ string, email, invitation }: SignupFormProps) {
  usePageTitle(texts.signupTitle)
  const navigate = useNavigate()
  const form = useForm({
    initial: { name: '', username: '', password: '', confirm: '' },
    check: (values) => check(values, invitation !== null),
    submit: async ({ name, username, password }) => {
      await completeSignup({
        ...(name.trim() && { name: name.trim() }),
        username: username.trim(),
        password,
        verification_string: string,
      })
      toast.success(spec.signupDone, { id: WHY_SIGNIN_TOAST })
      await navigate({ to: '/signin', replace: true, state: { signinEmail: email } })
    },
    failure: { title: spec.signupFailed },
  })
  return (
    <AuthFrame>
      <AuthTitle title={texts.signupTitle}>
        <Emphasis text={texts.signupNote(email)} part={email} />
      </AuthTitle>
      {invitation && <InvitationCard invitation={invitation} />}
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <form {...form.props} className="space-y-4">
        {!invitation && (
          <Field label={texts.yourName} hint={texts.yourNameHint} error={form.errors.name}>
            <Input {...form.field('name')} size="lg" autoComplete="name" />
          </Field>
        )}
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
