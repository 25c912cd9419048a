import { compile } from '@throughline/flow/compile'
import type { FlowDoc, Step } from '@throughline/flow/document'
import type { Move } from '@throughline/flow/testing/answers'
import { documents } from '@throughline/flow/testing/documents'
import { moves } from '@throughline/flow/testing/runs'
import * as fc from 'fast-check'
import type { Tools } from '../../src/areas/instances/tools/tool.ts'
import type { Engine } from './engine.ts'
import type { Firm, Runs } from './firm.ts'
import { digestOf, playSequence } from './play-sequence.ts'

const MAX_MOVES = 10

/** A tool whose answer is drawn from its key, so that whoever knows the key knows the answer. */
export const drawnTools: Tools = {
  bank: async ({ key }) =>
    digestOf(key) % 4 === 0
      ? { ok: false, code: 'refused', text: 'The bank is closed.' }
      : { ok: true, output: { said: key } },
}

/** Steps that everybody here can do: the starter works, the managers decide, the bank and a child answer. */
function playable(doc: FlowDoc, child: string): FlowDoc {
  const steps = Object.values(doc.steps).map((step): Step => {
    if (step.type === 'manual') return { ...step, assignee: { starter: true } }
    if (step.type === 'subworkflow') return { ...step, workflow_id: child, input: {}, output: {} }
    if (step.type === 'tool') return { ...step, output: {} }
    return step
  })
  return { ...doc, steps: Object.fromEntries(steps.map((step) => [step.id, step])) }
}

export interface Sequence {
  doc: FlowDoc
  compiled: Runs
  moves: Move[]
}

/** Random workflows and random sequences of what people and operators do with them; the same for the same seed. */
export function drawSequences(child: string, count: number, seed: number): Sequence[] {
  const drawn = fc.sample(fc.tuple(documents, moves), { numRuns: count * 3, seed })
  return drawn
    .flatMap(([drawnDoc, made]) => {
      const doc = playable(drawnDoc, child)
      const compiled = compile(doc)
      return compiled.ok ? [{ doc, compiled, moves: made.slice(0, MAX_MOVES) }] : []
    })
    .slice(0, count)
}

/** Plays them side by side; throws at the first place where model and database differ. */
export async function playAll(engine: Engine, firm: Firm, sequences: readonly Sequence[], atOnce: number) {
  const rest = sequences.values()
  let acts = 0
  const lane = async () => {
    for (const sequence of rest) {
      const made = await playSequence(firm, engine.changed, sequence)
      acts += made
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return acts
}

/** For steps that start another workflow. */
export const endsAtOnce = {
  name: 'Child',
  steps: [
    { id: 'only', type: 'condition', name: 'Only', branches: [{ when: 'rounds["only"] > 1', next: [] }], else: [] },
  ],
}
