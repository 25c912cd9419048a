import type { FormElement } from '@throughline/contracts/form-content'
import { type Content, same } from './content.ts'
import { renamed } from './edits.ts'
import { nextId } from './elements.ts'

export type Side = 'mine' | 'theirs'

/** A place that both changed, each in another way; `undefined` on a side that took it away. */
export type Conflict = {
  key: string
  element?: FormElement
  field?: string
  base: unknown
  mine: unknown
  theirs: unknown
}

type Choices = Readonly<Record<string, Side>>

class Merging {
  readonly conflicts: Conflict[] = []
  readonly #take: Choices
  constructor(take: Choices) {
    this.#take = take
  }

  /** Where one side changed nothing, the other's counts; where both did, the one that was chosen. */
  pick<T>(key: string, base: T, mine: T, theirs: T, about: Partial<Conflict> = {}, usual: Side = 'mine'): T {
    if (same(mine, base) || same(mine, theirs)) return theirs
    if (same(theirs, base)) return mine
    this.conflicts.push({ key, base, mine, theirs, ...about })
    return (this.#take[key] ?? usual) === 'mine' ? mine : theirs
  }

  record<T extends object>(key: string, base: T, mine: T, theirs: T, about: Partial<Conflict> = {}): T {
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
    const at = (of: T, name: string): unknown => Reflect.get(of, name)
    const merged = [...names].map((name): [string, unknown] => [
      name,
      this.pick(`${key}.${name}`, at(base, name), at(mine, name), at(theirs, name), { ...about, field: name }),
    ])
    return Object.assign({ ...theirs }, Object.fromEntries(merged))
  }
}

const byId = (elements: readonly FormElement[]) => new Map(elements.map((one) => [one.id, one]))

/** Both added something under the same id: mine gets one that is free, so that neither is lost. */
function withoutClashes(base: Content, mine: Content, theirs: Content): Content {
  const [old, theirOwn] = [byId(base.elements), byId(theirs.elements)]
  const ids = new Map<string, string>()
  const taken = new Set([...mine.elements, ...theirs.elements].map(({ id }) => id))
  for (const element of mine.elements) {
    const other = theirOwn.get(element.id)
    if (old.has(element.id) || !other || same(other, element)) continue
    const id = nextId(element.type, taken)
    taken.add(id)
    ids.set(element.id, id)
  }
  return ids.size === 0 ? mine : { ...mine, elements: renamed(mine.elements, ids) }
}

const orderOf = (elements: readonly FormElement[], among: ReadonlyMap<string, unknown>) =>
  elements.flatMap(({ id }) => (among.has(id) ? id : [])).join(' ')

/** In the order of the side that moved something, mine where both did; what only the other has follows what it stood behind. */
function arranged(
  base: Content,
  mine: Content,
  theirs: Content,
  kept: ReadonlyMap<string, FormElement>,
): FormElement[] {
  const [m, t] = [byId(mine.elements), byId(theirs.elements)]
  const common = new Map(base.elements.flatMap(({ id }) => (m.has(id) && t.has(id) ? [[id, true]] : [])))
  const isMineMoved = orderOf(mine.elements, common) !== orderOf(base.elements, common)
  const [lead, other] = isMineMoved ? [mine, theirs] : [theirs, mine]
  const ids = lead.elements.map(({ id }) => id).filter((id) => kept.has(id))
  let before: string | undefined
  for (const { id } of other.elements) {
    if (kept.has(id) && !ids.includes(id)) ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
    if (ids.includes(id)) before = id
  }
  return ids.flatMap((id) => kept.get(id) ?? [])
}

/** Everything that either side did since `base`. Only a place that both changed differently asks which of the two. */
export function mergeContent(
  base: Content,
  own: Content,
  theirs: Content,
  take: Choices = {},
): { content: Content; conflicts: Conflict[] } {
  const mine = withoutClashes(base, own, theirs)
  const merging = new Merging(take)
  const [b, m, t] = [byId(base.elements), byId(mine.elements), byId(theirs.elements)]
  const kept = new Map<string, FormElement>()
  for (const id of new Set([...t.keys(), ...m.keys()])) {
    const [old, my, their] = [b.get(id), m.get(id), t.get(id)]
    const element = my ?? their
    const merged =
      old && my && their
        ? merging.record(id, old, my, their, { element: my })
        : // One side took it away: unless the other changed it, it goes.
          merging.pick(id, old, my, their, { ...(element && { element }) }, my ? 'mine' : 'theirs')
    if (merged) kept.set(id, merged)
  }
  const content: Content = {
    title: merging.pick('title', base.title, mine.title, theirs.title),
    description: merging.pick('description', base.description, mine.description, theirs.description),
    settings: merging.record('settings', base.settings, mine.settings, theirs.settings),
    banner: merging.pick('banner', base.banner, mine.banner, theirs.banner),
    elements: arranged(base, mine, theirs, kept),
  }
  return { content, conflicts: merging.conflicts }
}
