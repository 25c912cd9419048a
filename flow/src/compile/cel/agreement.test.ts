import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { evaluate, type Json, plainCalendar } from '../../eval.ts'
import { casesOf } from '../../testing/cases.ts'
import { expressions, types, vars } from '../../testing/expressions.ts'
import { environmentFor } from './environment.ts'
import { expressionsFor } from './expression.ts'

const scope = { vars, now: 0, calendar: plainCalendar, item: 5, index: 2 }
const environment = environmentFor(types)
const checker = expressionsFor(types)

function plain(value: unknown): Json {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  return Array.isArray(value) ? value.map(plain) : JSON.stringify(value)
}

/** What the library makes of it; undefined for an error. */
function theirs(text: string): Json | undefined {
  try {
    return plain(environment.evaluate(text, { vars, index: 2n, item: 5 }))
  } catch {
    return undefined
  }
}

test('flow evaluates what it accepts as the library does', () => {
  const counts = { refused: 0, values: 0, errors: 0 }
  const property = fc.property(expressions, (text) => {
    const checked = checker.check(text, 'anything', true)
    if ('problem' in checked) {
      counts.refused += 1
      return
    }
    const ours = evaluate(JSON.parse(JSON.stringify(checked.tree)), scope)
    const other = theirs(text)
    counts[ours.ok ? 'values' : 'errors'] += 1
    expect(ours.ok ? ours.value : undefined).toEqual(other)
  })
  fc.assert(property, { numRuns: casesOf(0.3) })
  // oxlint-disable-next-line no-console -- what was tried is half of what a random test says
  console.info(`${counts.values} values and ${counts.errors} errors alike, ${counts.refused} refused by the check`)
}, 120_000)
