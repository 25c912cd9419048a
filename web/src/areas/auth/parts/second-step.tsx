import { ShieldCheck } from 'lucide-react'
import { linkClass } from '../../../ui/link-style.ts'
import { usePassSecondFactor } from '../account.api.ts'
import { AuthFrame } from './auth-frame.tsx'
import { AuthTitle } from './auth-title.tsx'
import { CodeField } from './code-field.tsx'
import { CodeSwap } from './code-form.tsx'
import { CodeProblem } from './code-problem.tsx'
import { texts } from './second-factor.texts.ts'
import { SubmitButton } from './submit-button.tsx'
import { useCode } from './use-code.ts'

type SecondStepProps = { challenge: string; onPassed: () => Promise<unknown>; onBack: () => void }

/** The same frame as the first step of signing in. */
export function SecondStep({ challenge, onPassed, onBack }: SecondStepProps) {
  const pass = usePassSecondFactor()
  const code = useCode(async (value) => {
    await pass(challenge, value)
    await onPassed()
  })
  const { form, recovery } = code
  return (
    <AuthFrame>
      <AuthTitle title={recovery ? texts.recoveryTitle : texts.signInTitle} icon={ShieldCheck}>
        {recovery ? texts.recoveryNote : texts.signInNote}
      </AuthTitle>
      <CodeProblem code={code} />
      <form {...form.props} className="space-y-6">
        <CodeField code={code} />
        <SubmitButton
          form={{ busy: form.busy, waiting: form.waiting || code.lockedSeconds > 0 }}
          busyLabel={texts.checking}
        >
          {texts.continue}
        </SubmitButton>
      </form>
      <CodeSwap code={code} className="mt-6 text-center text-fg-2" />
      <p className="mt-2 text-center">
        <button type="button" onClick={onBack} className={linkClass}>
          {texts.backToSignIn}
        </button>
      </p>
    </AuthFrame>
  )
}
