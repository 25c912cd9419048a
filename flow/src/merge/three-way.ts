import { written } from '../compile/canonical.ts'
import { pathTo } from '../compile/problem.ts'
import { isJsonObject } from '../eval/json.ts'
import type { Json } from '../eval/tree.ts'
import type { StepId } from '../plan.ts'
import { namesOf } from './align.ts'
import { joinedOrder } from './order.ts'
import { type ObjectShape, type Shape, value } from './shapes.ts'

/** One place that both changed, each in another way. Absent: there is nothing at this place. */
export interface Conflict {
  path: string
  step?: StepId
  base?: Json
  mine?: Json
  theirs?: Json
}
export type Side = 'mine' | 'theirs'

type Three<T> = { base: T; mine: T; theirs: T }
type Sides = Three<Json | undefined>
type Fields = { [key: string]: Json }
type Keys = readonly string[]

const same = (a: Json | undefined, b: Json | undefined) =>
  a === b || (a !== undefined && b !== undefined && written(a) === written(b))
const fieldsOf = (one: Json | undefined): Fields => (isJsonObject(one) ? one : {})
const listOf = (one: Json | undefined): Json[] => (Array.isArray(one) ? one : [])
const map = <A, B>({ base, mine, theirs }: Three<A>, change: (one: A) => B): Three<B> => ({
  base: change(base),
  mine: change(mine),
  theirs: change(theirs),
})
const held = <T>(fields: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined
const byName = (names: readonly string[], elements: readonly Json[]) =>
  new Map(names.map((name, n) => [name, elements[n]]))

/** Merges value by value. `forks`: an outcome may lead to several steps. */
export class ThreeWay {
  readonly conflicts: Conflict[] = []
  readonly #take: Readonly<Record<string, Side>>
  readonly #forks: boolean

  constructor(take: Readonly<Record<string, Side>>, forks: boolean) {
    this.#take = take
    this.#forks = forks
  }

  merge(shape: Shape, sides: Sides, at: Keys): Json | undefined {
    const { base, mine, theirs } = sides
    if (same(mine, theirs) || same(base, theirs)) return mine
    if (same(base, mine)) return theirs
    if (isJsonObject(mine) && isJsonObject(theirs)) {
      if (shape.is === 'map') return this.#keys(map(sides, fieldsOf), () => shape.of, at)
      if (shape.is === 'object') return this.#object(shape, map(sides, fieldsOf), at)
    }
    if (Array.isArray(mine) && Array.isArray(theirs)) {
      if (shape.is === 'list') return this.#list(shape.of, shape.by, map(sides, listOf), at)
      if (shape.is === 'marks' || (shape.is === 'targets' && this.#forks))
        return this.#ids(map(sides, listOf), shape.is === 'targets', at)
    }
    return this.#conflict(sides, at)
  }

  #conflict({ base, mine, theirs }: Sides, at: Keys, resolved: Sides = { base, mine, theirs }): Json | undefined {
    const path = pathTo(...at)
    const [first, step] = at
    this.conflicts.push({
      path,
      ...(first === 'steps' && step !== undefined && { step }),
      ...(base !== undefined && { base }),
      ...(mine !== undefined && { mine }),
      ...(theirs !== undefined && { theirs }),
    })
    return resolved[held(this.#take, path) ?? 'mine']
  }

  #keys(sides: Three<Fields>, shapeOf: (key: string) => Shape, at: Keys): Fields {
    const keys = map(sides, Object.keys)
    const merged = new Map<string, Json>()
    for (const key of new Set([...keys.mine, ...keys.theirs])) {
      const one = this.merge(
        shapeOf(key),
        map(sides, (fields) => held(fields, key)),
        [...at, key],
      )
      if (one !== undefined) merged.set(key, one)
    }
    const kept = map(keys, (list) => list.filter((key) => merged.has(key)))
    const order = joinedOrder(kept.base, kept.mine, kept.theirs) ?? [...merged.keys()]
    return Object.fromEntries(order.map((key) => [key, merged.get(key) ?? null]))
  }

  #object(shape: ObjectShape, sides: Three<Fields>, at: Keys): Fields {
    const shapeOf = (key: string) => held(shape.keys, key) ?? value
    const kind = (fields: Fields) =>
      written(shape.tells.map((key) => (key === 'type' ? (held(fields, key) ?? null) : Object.hasOwn(fields, key))))
    if (kind(sides.mine) === kind(sides.theirs)) return this.#keys(sides, shapeOf, at)
    const part = (shared: boolean) =>
      map(sides, (fields) =>
        Object.fromEntries(Object.entries(fields).filter(([key]) => shape.shared.includes(key) === shared)),
      )
    return { ...this.#keys(part(true), shapeOf, at), ...fieldsOf(this.#whole(sides, part(false), at)) }
  }

  /** What cannot be mixed is taken from one side; told is the whole that it is part of. */
  #whole(told: Sides, parts: Sides, at: Keys): Json | undefined {
    if (same(parts.base, parts.theirs)) return parts.mine
    if (same(parts.base, parts.mine)) return parts.theirs
    return this.#conflict(told, at, parts)
  }

  #list(of: Shape, by: readonly string[], sides: Three<Json[]>, at: Keys, inPlace = true): Json | undefined {
    const names = map(sides, (list) => namesOf(sides.base, list, by, inPlace))
    const elements = {
      base: byName(names.base, sides.base),
      mine: byName(names.mine, sides.mine),
      theirs: byName(names.theirs, sides.theirs),
    }
    const toldBefore = this.conflicts.length
    const merged = new Map<string, Json>()
    for (const name of new Set([...names.mine, ...names.theirs])) {
      const place = names.mine.indexOf(name)
      // What is gone from mine has no place there: it goes by the number it had.
      const key = place === -1 ? `-${name}` : String(place)
      const one = this.merge(
        of,
        map(elements, (ofSide) => ofSide.get(name)),
        [...at, key],
      )
      if (one !== undefined) merged.set(name, one)
    }
    const kept = map(names, (list) => list.filter((name) => merged.has(name)))
    const order = joinedOrder(kept.base, kept.mine, kept.theirs)
    if (order) return order.map((name) => merged.get(name) ?? null)
    this.conflicts.length = toldBefore
    return this.#conflict(sides, at)
  }

  /** Lists of ids are told whole: what matters is where an outcome leads, not at which place of a list it says so. */
  #ids(sides: Three<Json[]>, inPlace: boolean, at: Keys): Json | undefined {
    const trial = new ThreeWay({}, this.#forks)
    const merged = trial.#list(value, [], sides, at, inPlace)
    if (trial.conflicts.length > 0 || !Array.isArray(merged)) return this.#conflict(sides, at)
    return [...new Set(merged)]
  }
}
