import { createHash } from 'node:crypto'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { type Change, diff, targetLists } from '@throughline/flow/compile'
import * as z from 'zod/mini'
import { saysTheSame } from './document.ts'

/** When somebody last changed a place, and at which count of the draft. A place may have marks of several. */
const Mark = z.object({ key: z.string(), path: z.string(), member: z.string(), at: z.string(), version: z.number() })
type Mark = z.infer<typeof Mark>
/** A change that was taken back, and whose it was: when it returns as it was, it is theirs again. */
const Gone = z.object({ change: z.string(), marks: z.array(Mark) })
const Marks = z.object({ made: z._default(z.array(Mark), []), gone: z._default(z.array(Gone), []) })
export type Marks = z.infer<typeof Marks>

export const NO_MARKS: Marks = { made: [], gone: [] }
const MAX_REMOVED = 200

export const readMarks = (stored: unknown): Marks => z.parse(Marks, stored)

type Step = FlowDoc['steps'][string]

const sorted = (targets: readonly string[] = []) => JSON.stringify(targets.toSorted())

/** Whether some outcome leads to the same steps in another order. */
function isReordered(before: Step, after: Step): boolean {
  const old = new Map(targetLists(before).map(({ path, targets }) => [path, targets]))
  return targetLists(after).some(({ path, targets, outcome }) => {
    const were = old.get(path)
    return outcome !== undefined && were && sorted(were) === sorted(targets) && !saysTheSame(were, targets)
  })
}

/**
 * What leads from one document to the other. `diff` tells where steps lead, not in which order; but the first comes
 * first, and whether a way leads back is a change too.
 */
export function changesBetween(before: FlowDoc, after: FlowDoc): Change[] {
  const { changes } = diff(before, after)
  const ledElsewhere = new Set(changes.flatMap(({ what, step }) => (what === 'edge' ? step : [])))
  const reordered = Object.entries(after.steps).flatMap(([id, step]): Change[] => {
    const old = Object.hasOwn(before.steps, id) ? before.steps[id] : undefined
    if (!old) return []
    const turned = sorted(old.back) !== sorted(step.back) && !ledElsewhere.has(id)
    if (!turned && !isReordered(old, step)) return []
    const path = `/steps/${id.replaceAll('~', '~0').replaceAll('/', '~1')}/next`
    return [{ kind: 'changed', what: 'setting', class: 'flow', step: id, path, before: old.next, after: step.next }]
  })
  return [...changes, ...reordered]
}

/** A change at one place of a document, whatever kind of document it is. */
export type PlacedChange = Pick<Change, 'path' | 'before' | 'after'> & { kind: string; what: string }

/** An edge is its step, its outcome (by the list it stands in) and its target. */
const keyOf = ({ what, path, before, after }: PlacedChange): string =>
  what === 'edge' ? `${path} ${JSON.stringify(after ?? before)}` : path

const asItIs = (change: PlacedChange): string =>
  `${keyOf(change)} ${createHash('sha256')
    .update(JSON.stringify([change.kind, change.after ?? null]))
    .digest('base64url')}`

/** The places around a place, from the nearest on. */
function around(path: string): string[] {
  const places: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) places.push(path.slice(0, end))
  return places
}

/** Finds the marks of a change: at its place, around it or inside it; edges of one list are told apart. */
function lookup(marks: readonly Mark[]): (change: PlacedChange) => Mark[] {
  const at = Map.groupBy(marks, ({ path }) => path)
  const placed = marks.flatMap((mark) => around(mark.path).map((place) => ({ place, mark })))
  const inside = Map.groupBy(placed, ({ place }) => place)
  return (change) => {
    const { what, path } = change
    const key = keyOf(change)
    const here = (at.get(path) ?? []).filter((mark) => mark.key === key || mark.key === path || what !== 'edge')
    const outer = around(path).flatMap((place) => at.get(place) ?? [])
    return [...here, ...outer, ...(inside.get(path) ?? []).map(({ mark }) => mark)]
  }
}

const withoutThose = (changes: readonly PlacedChange[], others: readonly PlacedChange[]) => {
  const keys = new Set(others.map(keyOf))
  return changes.filter((change) => !keys.has(keyOf(change)))
}

interface Act {
  /** What it did to the draft. */
  made: readonly PlacedChange[]
  /** How the draft differed from the published version before it, and does now. */
  before: readonly PlacedChange[]
  after: readonly PlacedChange[]
  by: Pick<Mark, 'member' | 'at' | 'version'>
}

/**
 * Marks every place that an act changed. Whoever changed it before stays marked there, as long as it differs from the
 * published version: what they wrote may still be in it.
 */
export function marked(marks: Marks, { made, before, after, by }: Act): Marks {
  const known = new Map(marks.gone.map((gone) => [gone.change, gone]))
  const returned =
    known.size === 0 ? [] : withoutThose(after, before).flatMap((change) => known.get(asItIs(change)) ?? [])
  const back = returned.flatMap((gone) => gone.marks)
  const theirs = new Set(back.map(({ key }) => key))
  const fresh = made
    .map((change): Mark => ({ key: keyOf(change), path: change.path, ...by }))
    .filter(({ key }) => !theirs.has(key))
  const last = new Map([...marks.made, ...back, ...fresh].map((mark) => [`${mark.member} ${mark.key}`, mark]))
  const marksNow = lookup([...last.values()])
  const marksBefore = lookup(marks.made)
  const gone = withoutThose(before, after).map((change) => ({ change: asItIs(change), marks: marksBefore(change) }))
  const still = marks.gone.filter((one) => !returned.includes(one))
  return { made: [...new Set(after.flatMap(marksNow))], gone: [...gone, ...still].slice(0, MAX_REMOVED) }
}

const newest = (marks: readonly Mark[]): Mark | undefined =>
  marks.reduce<Mark | undefined>((last, mark) => (last && last.version >= mark.version ? last : mark), undefined)

/** Each change with whoever made it, the last of them where there are several, and the others with a part in it. */
export function authored<C extends PlacedChange>(
  changes: readonly C[],
  { made }: Marks,
): (C & { author: string | null; at: string | null; also?: string[] })[] {
  const marksOf = lookup(made)
  return changes.map((change) => {
    const marks = marksOf(change)
    const key = keyOf(change)
    const last = newest(marks.filter((mark) => mark.key === key)) ?? newest(marks)
    const also = new Set(marks.map(({ member }) => member).filter((member) => member !== last?.member))
    return {
      ...change,
      author: last?.member ?? null,
      at: last?.at ?? null,
      ...(also.size > 0 ? { also: [...also] } : {}),
    }
  })
}

/** Everybody with a part in it, in the order of their last one. */
export const authorsIn = ({ made }: Marks): string[] => [
  ...new Set(made.toSorted((one, other) => one.version - other.version).map(({ member }) => member)),
]
