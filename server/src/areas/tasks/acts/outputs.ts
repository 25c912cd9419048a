import { writesOf } from '@throughline/flow/compile'
import type { Step, VarType } from '@throughline/flow/document'
import { type Json, parseDay, parseInstant } from '@throughline/flow/eval'
import { invalid } from '../../../core/errors.ts'

/** Whether a value can stand in a variable of this type; none always can. */
function fits(type: VarType, value: Json): boolean {
  if (value === null || type === 'json') return true
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'list' || type === 'table' || type === 'file') return Array.isArray(value)
  if (typeof value !== 'string') return false
  if (type === 'date') return parseDay(value) !== undefined
  return type === 'datetime' ? parseInstant(value) !== undefined : true
}

/** What a step that is passed over leaves behind has the types it would have set itself; one item's are not the list's. */
export function requireFitting(step: Step, outputs: Record<string, Json>): void {
  const { each: _, ...once } = step
  const types = new Map(writesOf(once).map(({ name, type }) => [name, type]))
  const wrong = Object.entries(outputs).flatMap(([name, value]) => {
    const type = types.get(name)
    return type === undefined || fits(type, value) ? [] : [{ path: `outputs.${name}`, message: 'bad_shape' }]
  })
  if (wrong.length > 0) throw invalid('Some of these values aren’t valid', wrong)
}
