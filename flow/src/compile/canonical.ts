import type { Plan } from '../plan.ts'

/** The text a plan's hash is taken from: keys sorted, nothing optional left to a printer. */
export function canonical(plan: Omit<Plan, 'hash'>): string {
  return JSON.stringify(plan, (key, value: unknown) => {
    if (key === 'hash') return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
