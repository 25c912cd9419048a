import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { casesOf } from '../testing/cases.ts'
import { documents } from '../testing/documents.ts'
import { simulate } from './simulate.ts'

const verdicts = fc.array(fc.constantFrom('approve', 'reject', 'changes'), { minLength: 1, maxLength: 3 })
const answer = fc.record({ decisions: verdicts, ok: fc.boolean(), takes: fc.constantFrom('1m', '5h', '2d', '1bd') })

test('any workflow that compiles is played to its end, to something named, or round and round', () => {
  const counts = { ended: 0, waits: 0, round: 0 }
  fc.assert(
    fc.property(
      documents,
      fc.array(answer, { maxLength: 4 }),
      fc.constantFrom('complete', 'stop'),
      (doc, answers, otherwise) => {
        const all = Object.fromEntries(Object.keys(doc.steps).map((id) => [id, answers]))
        const played = simulate(doc, { answers: all, otherwise }, { at: 1_800_000_000_000 })
        if (!played.ok) return
        const { state, awaits, turns } = played
        if (state.status === 'completed') counts.ended += 1
        else if (turns.length >= 3000) counts.round += 1
        else {
          counts.waits += 1
          expect(awaits.length).toBeGreaterThan(0)
        }
        // Time never goes back.
        for (const [n, turn] of turns.entries()) expect(turn.at).toBeGreaterThanOrEqual(turns[n - 1]?.at ?? 0)
      },
    ),
    { numRuns: casesOf(0.02) },
  )
  // oxlint-disable-next-line no-console -- what was tried is half of what a random test says
  console.info(`${counts.ended} ended, ${counts.waits} wait for something, ${counts.round} go round and round`)
  expect(counts.ended).toBeGreaterThan(counts.round)
}, 120_000)
