import { type Problem, type Repair, secretLiterals, secretNameFor, secretReference } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { can, useCurrentUser } from '../../../shared/current-user.ts'
import { toast } from '../../../ui/toast.ts'
import { SecretForm } from '../../integrations/parts/secret-form.tsx'
import { texts as secretsTexts } from '../../integrations/parts/secrets.texts.ts'

const texts = secretsTexts.literal

type StoreLiteralProps = {
  doc: FlowDoc
  problem: Problem
  onRepair: (problem: Problem, repair: Repair) => void
  onStored: (name: string) => void
  onClose: () => void
}

/** Where the step calls, as far as that is written out. */
function hostOf(url: unknown): string {
  return typeof url === 'string' ? (URL.parse(url.replaceAll(/\{\{.*?\}\}/g, 'x'))?.host ?? '') : ''
}

/** Whether a press on the repair asks for the value to be stored first: without that it would be lost. */
export function asksToStore({ code }: Problem, canStore: boolean): boolean {
  if (code !== 'secret_literal') return false
  if (!canStore) toast.error(texts.refused, { description: texts.refusedHint })
  return true
}

export function useCanStore(): boolean {
  return can(useCurrentUser(), 'integrations.secrets')
}

/** Makes a secret of a value that stands in the document, then puts its name there. */
export function StoreLiteral({ doc, problem, onRepair, onStored, onClose }: StoreLiteralProps) {
  const step = problem.step === undefined ? undefined : doc.steps[problem.step]
  const literal = step && secretLiterals(step).find(({ path }) => path === problem.path)
  if (step?.type !== 'tool' || !literal) return null
  const initial = {
    name: secretNameFor(literal.header),
    value: literal.value,
    hosts: hostOf(step.input?.parameters?.url),
  }
  return (
    <SecretForm
      title={texts.title}
      initial={initial}
      onClose={onClose}
      onSaved={({ name }) => {
        onStored(name)
        const value = secretReference(literal, name)
        onRepair(problem, { label: value, patch: [{ op: 'replace', path: literal.path, value }] })
      }}
    />
  )
}
