import { linkClass } from '../../../ui/link-style.ts'
import { CodeField } from './code-field.tsx'
import { CodeProblem } from './code-problem.tsx'
import { texts } from './second-factor.texts.ts'
import { StageButtons } from './stage-buttons.tsx'
import { type Code, useCode } from './use-code.ts'

/** From the app's code to a recovery code, and back. */
export function CodeSwap({ code, className }: { code: Code; className: string }) {
  return (
    <p className={className}>
      {code.recovery ? texts.phoneAtHand : texts.noPhone}{' '}
      <button type="button" onClick={code.swap} className={linkClass}>
        {code.recovery ? texts.byApp : texts.byRecovery}
      </button>
    </p>
  )
}

type CodeFormProps = { submit: string; onCode: (code: string) => Promise<unknown>; onCancel: () => void }

/** A code of the app or a recovery code, for whoever is signed in. */
export function CodeForm({ submit, onCode, onCancel }: CodeFormProps) {
  const code = useCode(onCode)
  const { form, lockedSeconds } = code
  return (
    <form {...form.props}>
      <CodeProblem code={code} />
      <CodeField code={code} size="md" />
      <CodeSwap code={code} className="mt-3 text-sm text-fg-2" />
      <StageButtons submit={submit} busy={form.busy} waiting={form.waiting || lockedSeconds > 0} onCancel={onCancel} />
    </form>
  )
}
