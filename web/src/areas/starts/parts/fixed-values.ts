import type { FormTrigger } from '@throughline/contracts/form-triggers'
import type { Json } from '@throughline/flow/eval'
import type { Target } from '@throughline/flow/form-mapping'
import type { StandIn } from './stand-in-field.tsx'

/** Values as somebody types them, by variable; the variable's type says what each becomes. */
export type FixedTexts = Readonly<Record<string, string>>

export const fixedTexts = (values: Readonly<Record<string, Json>>): FixedTexts =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

const YES = ['yes', 'true']

/** What was typed, as the variable holds it. */
function fixedValue(text: string, target: Target | undefined) {
  if (target?.type === 'number') return Number(text)
  if (target?.type === 'boolean') return YES.includes(text.trim().toLowerCase())
  return target?.type === 'list' ? text.split(',').map((one) => one.trim()) : text
}

/** As they are sent: an empty one says nothing. */
export const fixedBody = (fixed: FixedTexts, targets: readonly Target[]) =>
  Object.fromEntries(
    Object.entries(fixed)
      .filter(([, text]) => text.trim() !== '')
      .map(([name, text]) => [
        name,
        fixedValue(
          text,
          targets.find(({ variable }) => variable === name),
        ),
      ]),
  )

export function standInBody(standIn: FormTrigger['stand_in']): StandIn | undefined {
  if (!standIn) return undefined
  if (standIn.kind === 'member') return { member: standIn.id }
  return standIn.kind === 'team' ? { team: standIn.id } : { role: standIn.id }
}
