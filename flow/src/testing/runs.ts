import * as fc from 'fast-check'
import { compile } from '../compile.ts'
import type { FlowDoc } from '../document.ts'
import type { Plan } from '../plan.ts'
import type { Move } from './answers.ts'
import { documents } from './documents.ts'
import { factsOf } from './facts.ts'
import { type Reduce, World } from './world.ts'

export const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({ kind: fc.nat(99), pick: fc.nat(99), answer: fc.nat(999) }),
  {
    maxLength: 40,
    size: 'max',
  },
)

export type Runnable = { doc: FlowDoc; plan: Plan }

/** Random workflows that compile; `refused` is told of the others. */
export function runnables(refused: () => void = () => undefined): fc.Arbitrary<Runnable> {
  return documents
    .map((doc) => {
      const compiled = compile(doc)
      if (compiled.ok) return { doc, plan: compiled.plan }
      refused()
      return undefined
    })
    .filter((runnable) => runnable !== undefined)
}

/** Plays random runs of random workflows through a reducer and watches every turn. */
export function watchedRuns(reduce: Reduce, some: fc.Arbitrary<Runnable>, seen: (world: World, plan: Plan) => void) {
  return fc.property(some, moves, ({ doc, plan }, made) => {
    const world = new World(reduce, plan, factsOf(doc))
    world.play(made)
    seen(world, plan)
  })
}
