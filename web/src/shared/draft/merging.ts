export type Side = 'mine' | 'theirs'
export type Choices = Readonly<Record<string, Side>>

/** A place that both changed, each in another way; `undefined` on a side that took it away. */
export type Conflict<T = object> = {
  key: string
  /** What it belongs to, where it belongs to something. */
  element?: T
  field?: string
  base: unknown
  mine: unknown
  theirs: unknown
}

export const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Brings two changed states of one draft together and remembers where somebody has to choose. */
export class Merging<E> {
  readonly conflicts: Conflict<E>[] = []
  readonly #take: Choices
  constructor(take: Choices) {
    this.#take = take
  }

  /** Where one side changed nothing, the other's counts; where both did, the one that was chosen. */
  pick<T>(key: string, base: T, mine: T, theirs: T, about: Partial<Conflict<E>> = {}, usual: Side = 'mine'): T {
    if (same(mine, base) || same(mine, theirs)) return theirs
    if (same(theirs, base)) return mine
    this.conflicts.push({ key, base, mine, theirs, ...about })
    return (this.#take[key] ?? usual) === 'mine' ? mine : theirs
  }

  record<T extends object>(key: string, base: T, mine: T, theirs: T, about: Partial<Conflict<E>> = {}): T {
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
    const at = (of: T, name: string): unknown => Reflect.get(of, name)
    const merged = [...names].map((name): [string, unknown] => [
      name,
      this.pick(`${key}.${name}`, at(base, name), at(mine, name), at(theirs, name), { ...about, field: name }),
    ])
    return Object.assign({ ...theirs }, Object.fromEntries(merged))
  }
}

type Named = { readonly id: string }

export const byId = <T extends Named>(all: readonly T[]) => new Map(all.map((one) => [one.id, one]))

const orderOf = (all: readonly Named[], among: ReadonlySet<string>) =>
  all.flatMap(({ id }) => (among.has(id) ? id : [])).join(' ')

type Sides<T> = { base: readonly T[]; mine: readonly T[]; theirs: readonly T[] }

/** In the order of the side that moved something, mine where both did; what only the other has follows what it stood behind. */
export function arranged<T>({ base, mine, theirs }: Sides<Named>, kept: ReadonlyMap<string, T>): T[] {
  const [m, t] = [byId(mine), byId(theirs)]
  const common = new Set(base.flatMap(({ id }) => (m.has(id) && t.has(id) ? id : [])))
  const isMineMoved = orderOf(mine, common) !== orderOf(base, common)
  const [lead, other] = isMineMoved ? [mine, theirs] : [theirs, mine]
  const ids = lead.map(({ id }) => id).filter((id) => kept.has(id))
  let before: string | undefined
  for (const { id } of other) {
    if (kept.has(id) && !ids.includes(id)) ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
    if (ids.includes(id)) before = id
  }
  return ids.flatMap((id) => kept.get(id) ?? [])
}
