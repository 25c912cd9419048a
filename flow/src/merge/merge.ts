import { parse } from '../compile/parse.ts'
import { type Change, diff } from '../diff/diff.ts'
import type { FlowDoc } from '../document.ts'
import type { Json } from '../eval/tree.ts'
import { document } from './shapes.ts'
import { type Conflict, type Side, ThreeWay } from './three-way.ts'

export type { Conflict, Side } from './three-way.ts'

export type Merged = {
  doc: FlowDoc
  /** Places that both changed, each in another way; also those that `take` settles. */
  conflicts: Conflict[]
  mine: Change[]
  theirs: Change[]
}

/**
 * What two people made of the same document, in one. Whatever fits together is in it; where it does not, the side that
 * `take` names by the conflict's path, otherwise mine. The result is always a document that can be read.
 */
export function merge(
  base: FlowDoc,
  mine: FlowDoc,
  theirs: FlowDoc,
  take: Readonly<Record<string, Side>> = {},
): Merged {
  const forks = mine.type === 'parallel' && theirs.type === 'parallel'
  const ways = new ThreeWay(take, forks)
  const merged = ways.merge(document, { base: plain(base), mine: plain(mine), theirs: plain(theirs) }, [])
  return {
    doc: parse(merged).doc,
    conflicts: ways.conflicts,
    mine: diff(base, mine).changes,
    theirs: diff(base, theirs).changes,
  }
}

/** As JSON. A condition's `next` only repeats its branches and is made anew from them. */
function plain(doc: FlowDoc): Json {
  const read = parse(doc).doc
  const steps = Object.entries(read.steps).map(([id, step]) => {
    const { next, ...rest } = step
    return [id, step.type === 'condition' ? rest : { ...rest, next }]
  })
  return JSON.parse(JSON.stringify({ ...read, steps: Object.fromEntries(steps) }))
}
