import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FormProblem } from '../../shared/form/form-problem.tsx'
import { type Failure } from '../../shared/form/problem.ts'
import { useForm } from '../../shared/form/use-form.ts'
import { cn } from '../../ui/cn.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { quietLinkClass } from '../../ui/link-style.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useGoogleSignIn, useLogin, WHY_SIGNIN_TOAST } from './auth.api.ts'
import { spec, texts } from './auth.texts.ts'
import { AuthFrame } from './parts/auth-frame.tsx'
import { ToRegister } from './parts/auth-links.tsx'
import { AuthTitle } from './parts/auth-title.tsx'
import { ProviderButton } from './parts/provider-button.tsx'
import type { SecondStep } from './parts/second-step.tsx'
import { SubmitButton } from './parts/submit-button.tsx'
import { safeRedirect } from './safe-redirect.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whose account was just made; not in the address, where it would stay. */
    signinEmail?: string | undefined
  }
}

const loginFailure: Failure = {
  title: spec.loginFailed,
  hint: ({ status }) => (status === 401 ? texts.loginHint : undefined),
}
const googleFailure: Failure = { title: spec.googleFailed }

const check = ({ username, password }: { username: string; password: string }) => ({
  ...(!username.trim() && { username: texts.enterUsername }),
  ...(!password && { password: texts.enterPassword }),
})

/** `closed`: on a host where nobody registers and no password is reset. */
export function SigninScreen({ closed = false }: { closed?: boolean }) {
  const { redirect } = useSearch({ strict: false })
  const email = useLocation({ select: ({ state }) => state.signinEmail })
  const navigate = useNavigate()
  const login = useLogin()
  const signInWithGoogle = useGoogleSignIn()
  const [second, setSecond] = useState<{ Step: typeof SecondStep; challenge: string }>()
  const enter = () => {
    toast.dismiss(WHY_SIGNIN_TOAST)
    return navigate({ href: safeRedirect(redirect), replace: true })
  }
  const goOn = async (challenge: string | undefined) => {
    if (challenge === undefined) return enter()
    const { SecondStep } = await import('./parts/second-step.tsx')
    setSecond({ Step: SecondStep, challenge })
  }

  const form = useForm({
    initial: { username: email ?? '', password: '' },
    check,
    submit: async (values) => goOn(await login(values)),
    failure: loginFailure,
  })
  const onCredential = (token: string) => form.run(async () => goOn(await signInWithGoogle(token)), googleFailure)

  if (second) return <second.Step challenge={second.challenge} onPassed={enter} onBack={() => setSecond(undefined)} />
  return (
    <AuthFrame>
      <AuthTitle title={texts.signinTitle}>{texts.signinNote}</AuthTitle>
      <FormProblem problem={form.problem} seconds={form.seconds} />
      <ProviderButton onCredential={onCredential} busy={form.busy} />
      <Or />
      <form {...form.props} className="space-y-4">
        <Field label={texts.username} error={form.errors.username} action={texts.orEmail}>
          <Input
            {...form.field('username')}
            size="lg"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        {/* The link stands beside the label, and after the field for the keyboard. */}
        <div className="relative">
          <Field label={texts.password} error={form.errors.password}>
            <PasswordInput {...form.field('password')} size="lg" autoComplete="current-password" />
          </Field>
          {!closed && (
            <Link to="/forgot-password" className={cn('absolute top-0 right-0 text-sm', quietLinkClass)}>
              {spec.forgotPassword}
            </Link>
          )}
        </div>
        <SubmitButton form={form} busyLabel={spec.signingIn} className="mt-2">
          {spec.login}
        </SubmitButton>
      </form>
      {!closed && <ToRegister />}
    </AuthFrame>
  )
}

function Or() {
  return (
    <div className="my-5 flex items-center gap-3 text-sm text-fg-3">
      <span className="h-px flex-1 bg-line-strong" />
      {spec.or}
      <span className="h-px flex-1 bg-line-strong" />
    </div>
  )
}
