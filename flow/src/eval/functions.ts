import { type Budget, perEntry } from './budget.ts'
import { addWorkdays, type Calendar, dayIn, workdaysBetween } from './calendar.ts'
import { dayMs, isoDay, isoInstant, parseDay, parseInstant, weekdayOf } from './civil.ts'
import { matchesPattern } from './matches-pattern.ts'
import { wholeNumber } from './operators.ts'
import { indexOf, lengthOf } from './search.ts'
import { Fail, isRecord, kindOf, Span, Time, type Value } from './values.ts'

type Context = { calendar: Calendar; budget: Budget }
type Callable = (args: Value[], context: Context) => Value

function text(value: Value | undefined): string {
  if (typeof value === 'string') return value
  throw new Fail(`expected a text, got ${kindOf(value ?? null)}`)
}

function numeric(value: Value | undefined): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  throw new Fail(`expected a number, got ${kindOf(value ?? null)}`)
}

function list(value: Value | undefined): Value[] {
  if (Array.isArray(value)) return value
  throw new Fail(`expected a list, got ${kindOf(value ?? null)}`)
}

function dayOf(value: Value | undefined, { calendar }: Context): number {
  if (!(value instanceof Time)) throw new Fail(`expected a date, got ${kindOf(value ?? null)}`)
  return value.day ? value.ms : dayIn(calendar, value.ms)
}

/** A text that is read from its beginning to its end. */
function wholeText(value: Value | undefined, { budget }: Context, perLetter = 1): string {
  const given = text(value)
  budget.charge(given.length * perLetter)
  return given
}

/** A list that is gone through. */
function wholeList(value: Value | undefined, { budget }: Context): Value[] {
  const given = list(value)
  budget.chargeEntries(given.length)
  return given
}

function size(value: Value | undefined, context: Context): bigint {
  if (typeof value === 'string') return BigInt(lengthOf(wholeText(value, context)))
  if (Array.isArray(value)) return BigInt(value.length)
  if (value !== undefined && isRecord(value)) {
    const { length } = Object.keys(value)
    context.budget.chargeEntries(length)
    return BigInt(length)
  }
  throw new Fail(`${kindOf(value ?? null)} has no size`)
}

function toInt(value: Value | undefined): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value)) return wholeNumber(BigInt(Math.trunc(value)))
  if (typeof value === 'string' && /^[+-]?\d{1,19}$/.test(value)) return wholeNumber(BigInt(value.replace('+', '')))
  throw new Fail('cannot be read as a whole number')
}

function toDouble(value: Value | undefined): number {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
  if (typeof value === 'string' && /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(value)) return Number(value)
  throw new Fail('cannot be read as a number')
}

export function toText(value: Value): string {
  if (typeof value === 'string') return value
  if (value instanceof Time) return value.day ? isoDay(value.ms) : isoInstant(value.ms)
  if (value instanceof Span) return `${value.ms / 1000}s`
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  if (value === Number.NEGATIVE_INFINITY) return '-Inf'
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  throw new Fail(`${kindOf(value)} cannot be written as a text`)
}

/** Letters are changed one by one. */
const perChangedLetter = 8

const units: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

function span(given: string): Span {
  const parts = /^([+-]?)((?:\d+(?:\.\d+)?(?:ms|h|m|s))+)$/.exec(given)
  if (!parts) throw new Fail(`${given} is no duration; write 90m or 2h30m`)
  let ms = 0
  for (const [, amount, unit = ''] of (parts[2] ?? '').matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g))
    ms += Number(amount) * (units[unit] ?? 0)
  return new Span(parts[1] === '-' ? -ms : ms)
}

function timestamp(value: Value | undefined): Time {
  const ms = typeof value === 'bigint' ? Number(value) * 1000 : parseInstant(text(value))
  if (ms === undefined) throw new Fail(`${text(value)} is no time; write 2026-03-01T09:00:00Z`)
  return new Time(ms, false)
}

function date(value: Value | undefined): Time {
  const ms = parseDay(text(value))
  if (ms === undefined) throw new Fail(`${text(value)} is no date; write 2026-03-01`)
  return new Time(ms, true)
}

function rounded(value: number, digits: number): number {
  if (!Number.isInteger(digits) || digits < 0 || digits > 15) throw new Fail('round takes 0 to 15 digits')
  if (!Number.isFinite(value)) return value
  // Through the decimal text: 1.005 * 100 is 100.49999999999999, yet people mean 101.
  const [digitsOf = '0', exponent = '0'] = String(Math.abs(value)).split('e')
  const up = Math.round(Number(`${digitsOf}e${Number(exponent) + digits}`))
  const [whole = '0', power = '0'] = String(up).split('e')
  return Math.sign(value) * Number(`${whole}e${Number(power) - digits}`)
}

function extreme(values: Value[], better: (a: number, b: number) => boolean): Value {
  const [first, ...rest] = values
  if (first === undefined) throw new Fail('the list is empty')
  numeric(first)
  return rest.reduce((best, one) => (better(numeric(one), numeric(best)) ? one : best), first)
}

function workday(days: number | undefined): number {
  if (days === undefined) throw new Fail('the calendar has no such working day')
  return days
}

export const functions: Record<string, Callable> = {
  size: ([value], context) => size(value, context),
  contains: ([a, b], context) => indexOf(wholeText(a, context), wholeText(b, context)) >= 0,
  startsWith: ([a, b], context) => text(a).startsWith(wholeText(b, context)),
  endsWith: ([a, b], context) => text(a).endsWith(wholeText(b, context)),
  lowerAscii: ([a], context) =>
    wholeText(a, context, perChangedLetter).replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
  upperAscii: ([a], context) =>
    wholeText(a, context, perChangedLetter).replace(/[a-z]/g, (letter) => letter.toUpperCase()),
  trim: ([a], context) => wholeText(a, context).trim(),
  int: ([a]) => toInt(a),
  double: ([a], context) => toDouble(typeof a === 'string' ? wholeText(a, context, perEntry) : a),
  string: ([a]) => toText(a ?? null),
  timestamp: ([a]) => timestamp(a),
  duration: ([a], context) => span(wholeText(a, context, perEntry)),
  date: ([a]) => date(a),
  addDays: ([d, n], context) => new Time(dayOf(d, context) + Math.trunc(numeric(n)) * dayMs, true),
  addBusinessDays: ([d, n], context) =>
    new Time(workday(addWorkdays(context.calendar, dayOf(d, context), Math.trunc(numeric(n)), context.budget)), true),
  daysBetween: ([a, b], context) => BigInt(Math.round((dayOf(b, context) - dayOf(a, context)) / dayMs)),
  businessDaysBetween: ([a, b], context) =>
    BigInt(workday(workdaysBetween(context.calendar, dayOf(a, context), dayOf(b, context), context.budget))),
  weekday: ([d], context) => BigInt(weekdayOf(dayOf(d, context))),
  round: ([x, n]) => rounded(numeric(x), n === undefined ? 0 : numeric(n)),
  sum: ([values], context) => wholeList(values, context).reduce((total: number, one) => total + numeric(one), 0),
  min: ([values], context) => extreme(wholeList(values, context), (a, b) => a < b),
  max: ([values], context) => extreme(wholeList(values, context), (a, b) => a > b),
  like: ([given, pattern], context) => matchesPattern(wholeText(given, context), wholeText(pattern, context, perEntry)),
}
