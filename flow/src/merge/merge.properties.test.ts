import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, print } from '../compile/parse.ts'
import type { FlowDoc } from '../document.ts'
import { casesOf } from '../testing/cases.ts'
import { documents } from '../testing/documents.ts'
import { afterEdits, edits } from '../testing/edits.ts'
import { merge, type Side } from './merge.ts'

const three = fc
  .tuple(documents, edits, edits, documents, fc.nat(9))
  .map(([base, a, b, stranger, odd]): [FlowDoc, FlowDoc, FlowDoc] => {
    const read = (doc: FlowDoc) => parse(doc).doc
    return [read(base), read(afterEdits(base, a)), read(odd === 0 ? stranger : afterEdits(base, b))]
  })
const numRuns = casesOf(0.02)

test('a side that changed nothing leaves the other as it is', () => {
  fc.assert(
    fc.property(three, ([base, mine, theirs]) => {
      expect(merge(base, base, theirs)).toMatchObject({ doc: theirs, conflicts: [] })
      expect(merge(base, mine, base)).toMatchObject({ doc: mine, conflicts: [] })
      expect(merge(base, mine, mine)).toMatchObject({ doc: mine, conflicts: [] })
    }),
    { numRuns },
  )
}, 60_000)

test('the result can be read, and is the same from both sides when nothing is torn', () => {
  let whole = 0
  let torn = 0
  fc.assert(
    fc.property(three, ([base, mine, theirs]) => {
      const merged = merge(base, mine, theirs)
      const swapped = merge(base, theirs, mine)
      expect(parse(print(merged.doc))).toEqual({ doc: merged.doc, problems: [] })
      expect(swapped.conflicts.length).toBe(merged.conflicts.length)
      expect(new Set(merged.conflicts.map(({ path }) => path)).size).toBe(merged.conflicts.length)
      if (merged.conflicts.length === 0) expect(swapped.doc).toEqual(merged.doc)
      whole += Number(merged.conflicts.length === 0)
      torn += Number(merged.conflicts.length > 0)
    }),
    { numRuns },
  )
  expect(whole).toBeGreaterThan(numRuns / 10)
  expect(torn).toBeGreaterThan(numRuns / 10)
}, 60_000)

test('what is taken is in the result: all of theirs is what they would get by keeping their own', () => {
  const all = (paths: string[], side: Side) => Object.fromEntries(paths.map((path) => [path, side]))
  fc.assert(
    fc.property(three, ([base, mine, theirs]) => {
      const merged = merge(base, mine, theirs)
      const paths = merged.conflicts.map(({ path }) => path)
      expect(merge(base, mine, theirs, all(paths, 'mine')).doc).toEqual(merged.doc)
      const taken = merge(base, mine, theirs, all(paths, 'theirs'))
      expect(taken.conflicts).toEqual(merged.conflicts)
      expect(taken.doc).toEqual(merge(base, theirs, mine).doc)
    }),
    { numRuns },
  )
}, 60_000)
