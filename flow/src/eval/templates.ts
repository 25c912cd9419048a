import { Budget } from './budget.ts'
import { run } from './evaluate.ts'
import { toText } from './functions.ts'
import { toJson } from './json.ts'
import { pointerPart } from './pointer.ts'
import { attempt, type Result } from './result.ts'
import type { Scope } from './scope.ts'
import type { Json, Template } from './tree.ts'
import type { Value } from './values.ts'

function written(value: Value, budget: Budget): string {
  const text =
    typeof value === 'object' && value !== null && (Array.isArray(value) || value.constructor === Object)
      ? JSON.stringify(toJson(value, budget))
      : value === null
        ? ''
        : toText(value)
  budget.charge(text.length)
  return text
}

/** What stands for a secret in the filled text. */
export type MarkSecret = (name: string) => string

const asWritten: MarkSecret = (name) => `{{ secret('${name}') }}`

/** A text that is one expression keeps the value's type; in all others the values are written into the text. */
function filled(template: Template, scope: Scope, budget: Budget, markSecret: MarkSecret): Json {
  const [only, ...more] = template
  if (only !== undefined && typeof only !== 'string' && more.length === 0 && only[0] !== 'secret')
    return toJson(run(only, scope, budget), budget)
  const textOf = (part: Template[number]) => {
    if (typeof part === 'string') return part
    return part[0] === 'secret' ? markSecret(part[1]) : written(run(part, scope, budget), budget)
  }
  return template.map(textOf).join('')
}

/**
 * The input with every `{{ }}` in it replaced; `templates` are keyed by JSON pointer. Secrets stay references: whoever
 * makes the call gives marks that nobody's answer can contain, and puts the values in their place.
 */
export function fill(
  input: Json,
  templates: Record<string, Template>,
  scope: Scope,
  markSecret: MarkSecret = asWritten,
): Result<Json> {
  const budget = Budget.ofSeveral()
  const walk = (value: Json, pointer: string): Json => {
    const template = Object.hasOwn(templates, pointer) ? templates[pointer] : undefined
    if (template) return filled(template, scope, budget, markSecret)
    if (Array.isArray(value)) return value.map((one, n) => walk(one, `${pointer}/${n}`))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, walk(one, `${pointer}/${pointerPart(key)}`)]),
    )
  }
  return attempt(() => walk(input, ''))
}
