import * as fc from 'fast-check'
import { reduce } from '../run.ts'
import { Figures } from './figures.ts'
import { runnables, watchedRuns } from './runs.ts'

/** Plays so many random workflows with every promise watched; throws at the first that is broken. */
export function playRandomWorkflows(cases: number, seed?: number): Figures {
  const figures = new Figures()
  const property = watchedRuns(
    reduce,
    runnables(() => figures.add('refused', 1)),
    (world, plan) => {
      figures.document(plan)
      figures.run(world)
    },
  )
  fc.assert(property, { numRuns: cases, ...(seed !== undefined && { seed }) })
  return figures
}
