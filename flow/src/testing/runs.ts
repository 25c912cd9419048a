import * as fc from 'fast-check'
import { compile } from '../compile.ts'
import type { Plan } from '../plan.ts'
import type { Move } from './answers.ts'
import { documents } from './documents.ts'
import { type Reduce, World } from './world.ts'

const moves: fc.Arbitrary<Move[]> = fc.array(fc.record({ kind: fc.nat(99), pick: fc.nat(99), answer: fc.nat(999) }), {
  maxLength: 40,
  size: 'max',
})

/** Random workflows that compile; `refused` is told of the others. */
export function plans(refused: () => void = () => undefined): fc.Arbitrary<Plan> {
  return documents
    .map((doc) => {
      const compiled = compile(doc)
      if (compiled.ok) return compiled.plan
      refused()
      return undefined
    })
    .filter((plan) => plan !== undefined)
}

/** Plays random runs of random workflows through a reducer and watches every turn. */
export function watchedRuns(reduce: Reduce, some: fc.Arbitrary<Plan>, seen: (world: World, plan: Plan) => void) {
  return fc.property(some, moves, (plan, made) => {
    const world = new World(reduce, plan)
    world.play(made)
    seen(world, plan)
  })
}
