import type { Exprs } from '../exprs.ts'
import type { Plan } from '../plan.ts'

/** The text a plan's hash is taken from: keys sorted, nothing optional left to a printer. */
export function canonical(plan: Omit<Plan, 'hash'>, exprs: Exprs): string {
  const { v, type, start, steps } = plan
  return written({ exprs, plan: { v, type, start, steps } })
}

/** JSON whose keys are sorted: equal values have equal texts. */
export function written(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${written(one)}`).join(',')}}`
}
