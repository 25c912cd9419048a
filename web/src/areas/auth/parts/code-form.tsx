import { CodeField } from './code-field.tsx'
import { CodeProblem } from './code-problem.tsx'
import { CodeSwap } from './code-swap.tsx'
import { StageButtons } from './stage-buttons.tsx'
import { useCode } from './use-code.ts'

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
