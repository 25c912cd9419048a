import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compile } from '../compile.ts'
import { reduce } from '../run.ts'
import { casesOf } from '../testing/cases.ts'
import { afterEdits, edits } from '../testing/edits.ts'
import { type Facts, factsOf } from '../testing/facts.ts'
import { moves, runnables } from '../testing/runs.ts'
import { World } from '../testing/world.ts'
import { type Mapping, migrate } from './migrate.ts'

// What validation believes holds for whole runs; a moved one began under other rules.
const nothingBelieved: Facts = { sure: () => [], written: () => [], beside: () => true }

test('a moved instance runs no step twice, uses no key twice, waits for something named and ends', () => {
  const counts = { moved: 0, refused: 0, ended: 0, started: 0 }
  const property = fc.property(
    runnables(),
    moves,
    edits,
    moves,
    fc.nat(99),
    ({ doc, plan }, before, changes, after, pick) => {
      const compiled = compile(afterEdits(doc, changes))
      if (!compiled.ok) return
      const world = new World(reduce, plan, factsOf(doc))
      world.begin(before.slice(0, 8))
      if (world.state.status !== 'running') {
        counts.ended += 1
        return
      }
      // What is gone is started somewhere else, now and then also what is not.
      const next = compiled.plan.steps
      const map: Mapping = Object.fromEntries(
        Object.keys({ ...world.state.open, ...world.state.wait }).flatMap((id, n) => {
          const gone = !next.some((step) => step.id === id && step.type === doc.steps[id]?.type)
          const start = next[(pick + n * 7) % next.length]?.id ?? ''
          return gone || (pick + n) % 9 === 0 ? [[id, { start }]] : []
        }),
      )
      const result = migrate(plan, compiled.plan, world.state, map, { at: 1000 })
      if (!result.ok) {
        counts.refused += 1
        return
      }
      counts.moved += 1
      counts.started += Number(Object.keys(map).length > 0)
      const later = new World(reduce, compiled.plan, nothingBelieved, world)
      later.takeOver(result.state, result.commands)
      later.play(after.slice(0, 15))
    },
  )
  fc.assert(property, { numRuns: casesOf(0.08) })
  // oxlint-disable-next-line no-console -- what was tried is half of what a random test says
  console.info(
    `${counts.moved} moved, ${counts.started} of them with a start elsewhere; ${counts.refused} refused, ${counts.ended} had ended`,
  )
  expect(counts.moved).toBeGreaterThan(casesOf(0.01))
  expect(counts.started).toBeGreaterThan(casesOf(0.0005))
}, 300_000)
