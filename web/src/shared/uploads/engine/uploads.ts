import { pageLocks } from '../../unsent/page-locks.ts'
import { createEngine } from './engine.ts'
import { serverLine } from './line.ts'
import { browserMemory } from './memory.ts'
import { browserWorld } from './world.ts'

/** The one engine of the page. */
export const uploads = createEngine({
  line: serverLine,
  world: browserWorld,
  memory: browserMemory,
  locks: pageLocks,
})
