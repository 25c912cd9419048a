import type { FormTrigger } from '@throughline/contracts/form-triggers'
import { Json as JsonSchema } from '@throughline/contracts/json'
import type { VarType } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import type { Target } from '@throughline/flow/form-mapping'
import type { StandIn } from './stand-in-field.tsx'

/** Values as somebody types them, by variable; the variable's type says what each becomes. */
export type FixedTexts = Readonly<Record<string, string>>

const YES = ['yes', 'true']

/** Undefined: the text isn't JSON. */
function jsonIn(text: string): Json | undefined {
  try {
    return JsonSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** What was typed, as a variable of the type holds it. */
function fixedValue(text: string, type: VarType | undefined): Json {
  if (type === 'number') return Number(text)
  if (type === 'boolean') return YES.includes(text.trim().toLowerCase())
  if (type !== 'list' && type !== 'table' && type !== 'json') return text
  const read = jsonIn(text)
  if (type === 'list') return Array.isArray(read) ? read : text.split(',').map((one) => one.trim())
  return read === undefined ? text : read
}

function plainText(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
    ? value.join(', ')
    : JSON.stringify(value)
}

/** A list as people write one, anything else as JSON: whichever reads back as the value it was. */
function fixedText(value: Json, type: VarType | undefined): string {
  const plain = plainText(value)
  const isRead = plain.trim() !== '' && JSON.stringify(fixedValue(plain, type)) === JSON.stringify(value)
  return isRead || (typeof value === 'string' && type !== 'json') ? plain : JSON.stringify(value)
}

const typesOf = (targets: readonly Target[]) => new Map(targets.map(({ variable, type }) => [variable, type]))

/** Of what the workflow still has: the rest could be seen nowhere, and would be refused. */
export function fixedTexts(values: Readonly<Record<string, Json>>, targets: readonly Target[]): FixedTexts {
  const types = typesOf(targets)
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const type = types.get(name)
      return type === undefined || type === 'file' ? [] : [[name, fixedText(value, type)]]
    }),
  )
}

/** As they are sent: an empty one says nothing. */
export function fixedBody(fixed: FixedTexts, targets: readonly Target[]): Record<string, Json> {
  const types = typesOf(targets)
  return Object.fromEntries(
    Object.entries(fixed)
      .filter(([, text]) => text.trim() !== '')
      .map(([name, text]) => [name, fixedValue(text, types.get(name))]),
  )
}

export function standInBody(standIn: FormTrigger['stand_in']): StandIn | undefined {
  if (!standIn) return undefined
  if (standIn.kind === 'member') return { member: standIn.id }
  return standIn.kind === 'team' ? { team: standIn.id } : { role: standIn.id }
}
