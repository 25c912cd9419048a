import type { Calendar } from './calendar.ts'
import { parseDay, parseInstant } from './civil.ts'
import type { Json, TimeKind } from './tree.ts'
import { Fail, Time, type Value } from './values.ts'

/** What an expression can see. `now` and `started` are milliseconds since 1970. */
export type Scope = {
  vars: Record<string, Json>
  now: number
  calendar: Calendar
  rounds?: Record<string, number>
  /** `starter` is null where no person started it. */
  instance?: { priority?: string; starter?: string | null; started?: number; due?: number }
  item?: Json
  index?: number
}

const longestText = 65_536
const longestList = 1000

/** A variable's value; undefined if it is not set, and a null is not set. */
export function valueOf({ vars }: Scope, name: string, kind?: TimeKind): Value | undefined {
  const value = Object.hasOwn(vars, name) ? vars[name] : undefined
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value.length > longestText) throw new Fail(`${name} is too long a text`)
  if (Array.isArray(value) && value.length > longestList) throw new Fail(`${name} has more than ${longestList} entries`)
  if (kind === undefined) return value
  const day = typeof value === 'string' ? parseDay(value) : undefined
  if (day !== undefined) return new Time(day, true)
  const moment = typeof value === 'string' ? parseInstant(value) : undefined
  if (moment === undefined) throw new Fail(`${name} is no ${kind === 'date' ? 'date' : 'time'}`)
  return new Time(moment, false)
}
