import type { Budget } from './budget.ts'

/** A moment, or a whole day: then `ms` is midnight UTC of that day. */
export class Time {
  readonly ms: number
  readonly day: boolean
  constructor(ms: number, day: boolean) {
    this.ms = ms
    this.day = day
  }
}

export class Span {
  readonly ms: number
  constructor(ms: number) {
    this.ms = ms
  }
}

/** What `vars.?x` gives: a value that may not be there. */
export class Maybe {
  readonly value: Value | undefined
  constructor(value: Value | undefined) {
    this.value = value
  }
}

/** Whole numbers are bigint and all others number, as in CEL. */
export type Value = string | number | bigint | boolean | null | Time | Span | Maybe | Value[] | { [key: string]: Value }

export type FailCode = 'expr_error' | 'expr_cost'

/** An expression that has no value. Caught where the evaluation began. */
export class Fail extends Error {
  readonly code: FailCode
  constructor(text: string, code: FailCode = 'expr_error') {
    super(text)
    this.code = code
  }
}

export function isRecord(value: Value): value is { [key: string]: Value } {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Time || value instanceof Span || value instanceof Maybe)
  )
}

export function kindOf(value: Value): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Time) return value.day ? 'a date' : 'a time'
  if (value instanceof Span) return 'a duration'
  if (value instanceof Maybe) return 'an optional value'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'boolean') return 'true or false'
  return typeof value === 'object' ? 'a record' : 'a number'
}

const isNumber = (value: Value) => typeof value === 'number' || typeof value === 'bigint'

export function equal(a: Value, b: Value, budget: Budget): boolean {
  budget.charge(1)
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length !== b.length) return false
    budget.charge(a.length)
  }
  if (a === b) return true
  // oxlint-disable-next-line eqeqeq -- 5 and 5.0 are one number written in two kinds
  if (isNumber(a) && isNumber(b)) return a == b
  if (a instanceof Time && b instanceof Time) return a.ms === b.ms
  if (a instanceof Span && b instanceof Span) return a.ms === b.ms
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false
    budget.chargeEntries(a.length)
    return a.every((one, n) => equal(one, b[n] ?? null, budget))
  }
  if (!isRecord(a) || !isRecord(b)) return false
  const keys = Object.keys(a)
  budget.chargeEntries(keys.length)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equal(a[key] ?? null, b[key] ?? null, budget))
  )
}
