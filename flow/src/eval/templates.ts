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

/** A text that is one expression keeps the value's type; in all others the values are written into the text. */
function filled(template: Template, scope: Scope, budget: Budget): Json {
  const [only, ...more] = template
  if (only !== undefined && typeof only !== 'string' && more.length === 0)
    return toJson(run(only, scope, budget), budget)
  return template.map((part) => (typeof part === 'string' ? part : written(run(part, scope, budget), budget))).join('')
}

/** The input with every `{{ }}` in it replaced; `templates` are keyed by JSON pointer. */
export function fill(input: Json, templates: Record<string, Template>, scope: Scope): Result<Json> {
  const budget = Budget.ofSeveral()
  const walk = (value: Json, pointer: string): Json => {
    const template = Object.hasOwn(templates, pointer) ? templates[pointer] : undefined
    if (template) return filled(template, scope, budget)
    if (Array.isArray(value)) return value.map((one, n) => walk(one, `${pointer}/${n}`))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, walk(one, `${pointer}/${pointerPart(key)}`)]),
    )
  }
  return attempt(() => walk(input, ''))
}
