import { browserWorld } from './attempts.ts'
import { createEngine } from './engine.ts'
import { serverLine } from './line.ts'
import { browserHolds, browserMemory } from './memory.ts'

/** The one engine of the page. */
export const uploads = createEngine({
  line: serverLine,
  world: browserWorld,
  memory: browserMemory,
  holds: browserHolds,
})
