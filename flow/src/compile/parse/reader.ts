import { pointerPart } from '../../eval/pointer.ts'
import type { Json } from '../../eval/tree.ts'

/** Something that could not be taken over as it stood. */
export type ParseProblem = { path: string; code: 'not_json' | 'dropped' | 'changed'; text: string }

/** Where in the input a value stands, and where to say what is wrong with it. */
export type At = { path: string; problems: ParseProblem[] }

/** Takes over what it can; undefined if there is nothing to take over. Never throws. */
export type Reader<T> = (value: unknown, at: At) => T | undefined

export const below = ({ path, problems }: At, key: string | number): At => ({
  path: `${path}/${pointerPart(key)}`,
  problems,
})

export function dropped(at: At, text: string): undefined {
  at.problems.push({ path: at.path, code: 'dropped', text })
  return undefined
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const text: Reader<string> = (value, at) =>
  typeof value === 'string' ? value : dropped(at, 'This must be text.')

/** Ids may come as numbers. */
export const idText: Reader<string> = (value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : text(value, at)

export const amount: Reader<number> = (value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? value : dropped(at, 'This must be a number.')

export const flag: Reader<boolean> = (value, at) =>
  typeof value === 'boolean' ? value : dropped(at, 'This must be true or false.')

export const yes: Reader<true> = (value, at) => (value === true ? true : dropped(at, 'This can only be true.'))

export function oneOf<const T extends string>(...choices: T[]): Reader<T> {
  return (value, at) =>
    choices.find((choice) => choice === value) ?? dropped(at, `This must be one of ${choices.join(', ')}.`)
}

export function listOf<T>(reader: Reader<T>): Reader<T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) return dropped(at, 'This must be a list.')
    return value.flatMap((one: unknown, n) => {
      const read = reader(one, below(at, n))
      return read === undefined ? [] : [read]
    })
  }
}

export function mapOf<T>(reader: Reader<T>): Reader<Record<string, T>> {
  return (value, at) => {
    if (!isObject(value)) return dropped(at, 'This must be an object.')
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        const read = reader(one, below(at, key))
        return read === undefined ? [] : [[key, read]]
      }),
    )
  }
}

/** Reads the keys of the shape in its order; every other key is dropped and named. A null is a key left out. */
export function keysOf<T extends object>(
  shape: { [K in keyof T]: Reader<T[K]> },
  ignored: readonly string[] = [],
): Reader<Partial<T>> {
  return (value, at) => {
    if (!isObject(value)) return dropped(at, 'This must be an object.')
    const out: Partial<T> = {}
    for (const key in shape) {
      const one = Object.hasOwn(value, key) ? value[key] : undefined
      if (one === undefined || (one === null && !takesNull.has(shape[key]))) continue
      const read = shape[key](one, below(at, key))
      if (read !== undefined) out[key] = read
    }
    for (const key of Object.keys(value))
      if (!Object.hasOwn(shape, key) && !ignored.includes(key)) dropped(below(at, key), `There’s no "${key}" here.`)
    return out
  }
}

const deepest = 40

export const json: Reader<Json> = (value, at) => jsonWithin(value, at, deepest)
const takesNull = new Set<unknown>([json])

function jsonWithin(value: unknown, at: At, depth: number): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (depth === 0) return dropped(at, 'This is nested too deeply.')
  const within: Reader<Json> = (one, place) => jsonWithin(one, place, depth - 1)
  if (Array.isArray(value)) return listOf(within)(value, at)
  return isObject(value) ? mapOf(within)(value, at) : dropped(at, 'This isn’t valid JSON.')
}

/** The same value with its keys in the given order; keys not named come last. */
export function inOrder<T extends object>(value: T, order: readonly string[]): T {
  const out = { ...value }
  for (const key of [...order, ...Object.keys(value).filter((one) => !order.includes(one))]) {
    if (!Object.hasOwn(out, key)) continue
    const held: unknown = Reflect.get(out, key)
    Reflect.deleteProperty(out, key)
    Reflect.set(out, key, held)
  }
  return out
}
