import type { Budget } from './budget.ts'
import type { BinaryName } from './tree.ts'
import { equal, Fail, isRecord, kindOf, Span, Time, type Value } from './values.ts'

const largest = 2n ** 63n - 1n

export function wholeNumber(value: bigint): bigint {
  if (value > largest || value < -largest - 1n) throw new Fail('the number is too large')
  return value
}

function arithmetic(name: BinaryName, a: number, b: number): number {
  if (name === '+') return a + b
  if (name === '-') return a - b
  return name === '*' ? a * b : a / b
}

function wholeArithmetic(name: BinaryName, a: bigint, b: bigint): bigint {
  if (name === '+') return wholeNumber(a + b)
  if (name === '-') return wholeNumber(a - b)
  if (name === '*') return wholeNumber(a * b)
  if (b === 0n) throw new Fail('division by zero')
  return a / b
}

function timeArithmetic(name: BinaryName, a: Value, b: Value): Value | undefined {
  if (name !== '+' && name !== '-') return undefined
  const sign = name === '+' ? 1 : -1
  if (a instanceof Time && b instanceof Span) return new Time(a.ms + sign * b.ms, false)
  if (a instanceof Span && b instanceof Span) return new Span(a.ms + sign * b.ms)
  if (a instanceof Span && b instanceof Time && sign > 0) return new Time(b.ms + a.ms, false)
  if (a instanceof Time && b instanceof Time && sign < 0) return new Span(a.ms - b.ms)
  return undefined
}

function calculate(name: BinaryName, a: Value, b: Value, budget: Budget): Value {
  if (typeof a === 'bigint' && typeof b === 'bigint') return wholeArithmetic(name, a, b)
  if ((typeof a === 'number' || typeof a === 'bigint') && (typeof b === 'number' || typeof b === 'bigint'))
    return arithmetic(name, Number(a), Number(b))
  if (name === '+' && typeof a === 'string' && typeof b === 'string') {
    budget.charge(a.length + b.length)
    return a + b
  }
  if (name === '+' && Array.isArray(a) && Array.isArray(b)) {
    budget.chargeEntries(a.length + b.length)
    return [...a, ...b]
  }
  const time = timeArithmetic(name, a, b)
  if (time === undefined) throw new Fail(`${kindOf(a)} ${name} ${kindOf(b)} has no meaning`)
  return time
}

function sizes(
  a: Value,
  b: Value,
): [number | bigint | string | boolean, number | bigint | string | boolean] | undefined {
  if (a instanceof Time && b instanceof Time) return [a.ms, b.ms]
  if (a instanceof Span && b instanceof Span) return [a.ms, b.ms]
  if ((typeof a === 'number' || typeof a === 'bigint') && (typeof b === 'number' || typeof b === 'bigint'))
    return [a, b]
  if (typeof a === 'string' && typeof b === 'string') return [a, b]
  return typeof a === 'boolean' && typeof b === 'boolean' ? [a, b] : undefined
}

function compare(name: BinaryName, a: Value, b: Value, budget: Budget): boolean {
  const pair = sizes(a, b)
  if (!pair) throw new Fail(`${kindOf(a)} and ${kindOf(b)} cannot be compared`)
  const [left, right] = pair
  if (typeof left === 'string' && typeof right === 'string') budget.charge(Math.min(left.length, right.length))
  if (name === '<') return left < right
  if (name === '<=') return left <= right
  return name === '>' ? left > right : left >= right
}

export function operate(name: BinaryName, a: Value, b: Value, budget: Budget): Value {
  if (name === '==') return equal(a, b, budget)
  if (name === '!=') return !equal(a, b, budget)
  if (name === 'in') {
    if (Array.isArray(b)) return b.some((one) => equal(a, one, budget))
    if (isRecord(b)) return typeof a === 'string' && Object.hasOwn(b, a)
    throw new Fail(`nothing is in ${kindOf(b)}`)
  }
  return name === '<' || name === '<=' || name === '>' || name === '>='
    ? compare(name, a, b, budget)
    : calculate(name, a, b, budget)
}
