import type { ProposedChange } from '@throughline/contracts/copilot'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import { diff, type Problem } from '@throughline/flow/compile'
import { applyEdits, needsOf } from '@throughline/flow/edit'
import type { NotDone, RawChange, RawProposal } from './proposal.ts'

export interface Settled {
  doc: FlowDoc
  diff: ProposedChange[]
  notDone: NotDone[]
  problems: readonly Problem[]
}

type Check = (doc: FlowDoc) => readonly Problem[]

const keyOf = ({ code, step, path }: Problem) => `${code} ${step ?? path}`

/** Those that fit the draft one after the other, and why the others do not. */
function fitting(draft: FlowDoc, changes: readonly RawChange[]) {
  let doc = draft
  let text = JSON.stringify(draft)
  const kept: RawChange[] = []
  const notDone: NotDone[] = []
  for (const change of changes) {
    const applied = applyEdits(doc, change.edits)
    if ('problem' in applied) {
      notDone.push({ quote: change.quote, reason: applied.problem })
      continue
    }
    const changed = JSON.stringify(applied.doc)
    if (changed === text) notDone.push({ quote: change.quote, reason: 'The draft already does this.' })
    else {
      doc = applied.doc
      text = changed
      kept.push(change)
    }
  }
  return { doc, kept, notDone }
}

/** The draft with all of them that fit. */
export const allApplied = (draft: FlowDoc, changes: readonly RawChange[]): FlowDoc => fitting(draft, changes).doc

/** What each changes by itself, beside those that it needs. */
function asProposed(draft: FlowDoc, kept: readonly RawChange[]): ProposedChange[] {
  const needs = needsOf(kept)
  const withAll = (places: readonly number[]) => {
    const edits = places.toSorted((a, b) => a - b).flatMap((n) => kept[n]?.edits ?? [])
    const applied = applyEdits(draft, edits)
    return 'doc' in applied ? applied.doc : draft
  }
  const below = (n: number, met = new Set<number>()): Set<number> => {
    for (const other of needs[n] ?? []) if (!met.has(other)) below(other, met.add(other))
    return met
  }
  return kept.map(({ quote, isGuess, edits }, n) => {
    const before = [...below(n)]
    return {
      id: `c${n + 1}`,
      quote,
      is_guess: isGuess,
      needs: before.toSorted((a, b) => a - b).map((other) => `c${other + 1}`),
      edits,
      changes: diff(withAll(before), withAll([...before, n])).changes,
    }
  })
}

/** More rounds of trying what is left would keep everybody waiting whom this process serves. */
const MAX_ROUNDS = 5
const TOO_MANY_ERRORS = 'The changes would leave errors in the draft. Ask for fewer at a time.'

/** Which changes these errors are put down to, with why: of each the last that names its step, else the last of all. */
function culpritsOf(kept: readonly RawChange[], errors: readonly Problem[]): Map<RawChange, string> {
  const written = kept.map((change) => ({ change, edits: JSON.stringify(change.edits) }))
  const culprits = new Map<RawChange, string>()
  for (const { step, text } of errors) {
    if (step === undefined) continue
    const named = JSON.stringify(step)
    const culprit = written.findLast(({ edits }) => edits.includes(named))?.change
    if (culprit && !culprits.has(culprit)) culprits.set(culprit, text)
  }
  const [error] = errors
  const last = kept.at(-1)
  return culprits.size > 0 || !error || !last ? culprits : new Map([[last, error.text]])
}

/**
 * The proposal on a copy of the draft. Changes that do not fit, or that would bring an error which the draft does not
 * have, are not done: what is left can be taken whole.
 */
export function settle(draft: FlowDoc, { changes, notDone }: RawProposal, check: Check): Settled {
  const before = check(draft)
  const known = new Set(before.map(keyOf))
  const refused = [...notDone]
  let left = changes
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const { doc, kept, notDone: unfit } = fitting(draft, left)
    refused.push(...unfit)
    const problems = check(doc)
    const culprits = culpritsOf(
      kept,
      problems.filter((one) => one.level === 'E' && !known.has(keyOf(one))),
    )
    if (culprits.size === 0) return { doc, diff: asProposed(draft, kept), notDone: refused, problems }
    for (const [{ quote }, reason] of culprits) refused.push({ quote, reason })
    left = kept.filter((one) => !culprits.has(one))
  }
  refused.push(...left.map(({ quote }) => ({ quote, reason: TOO_MANY_ERRORS })))
  return { doc: draft, diff: [], notDone: refused, problems: before }
}
