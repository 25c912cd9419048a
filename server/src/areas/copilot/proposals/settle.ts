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
  const kept: RawChange[] = []
  const notDone: NotDone[] = []
  for (const change of changes) {
    const applied = applyEdits(doc, change.edits)
    if ('problem' in applied) notDone.push({ quote: change.quote, reason: applied.problem })
    else if (JSON.stringify(applied.doc) === JSON.stringify(doc))
      notDone.push({ quote: change.quote, reason: 'The draft already does this.' })
    else {
      doc = applied.doc
      kept.push(change)
    }
  }
  return { doc, kept, notDone }
}

/** The draft with all of them that fit. */
export const allApplied = (draft: FlowDoc, changes: readonly RawChange[]): FlowDoc => fitting(draft, changes).doc

const touches = ({ edits }: RawChange, step: string | undefined) =>
  step !== undefined && JSON.stringify(edits).includes(JSON.stringify(step))

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

/**
 * The proposal on a copy of the draft. Changes that do not fit, or that would bring an error which the draft does not
 * have, are not done: what is left can be taken whole.
 */
export function settle(draft: FlowDoc, { changes, notDone }: RawProposal, check: Check): Settled {
  const known = new Set(check(draft).map(keyOf))
  const refused = [...notDone]
  let left = changes
  for (;;) {
    const { doc, kept, notDone: unfit } = fitting(draft, left)
    refused.push(...unfit)
    const problems = check(doc)
    const fresh = problems.find((one) => one.level === 'E' && !known.has(keyOf(one)))
    const culprit = fresh && (kept.findLast((one) => touches(one, fresh.step)) ?? kept.at(-1))
    if (!fresh || !culprit) return { doc, diff: asProposed(draft, kept), notDone: refused, problems }
    refused.push({ quote: culprit.quote, reason: fresh.text })
    left = kept.filter((one) => one !== culprit)
  }
}
