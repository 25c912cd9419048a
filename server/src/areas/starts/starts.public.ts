/** What other areas may use of this one. */

export { startHeldOne } from './held-starts.activities.ts'
export { heldForRuns, releaseNextMonth } from './held-starts.ts'
export { nextSchedules } from './schedules/schedules.queries.ts'
export {
  requireMayStart,
  standInColumns,
  standInFor,
  standInNames,
  standInWire,
  startNeedsStarter,
} from './stand-ins.ts'
export { STARTED, WAITING } from './start-counts.ts'
export { RefusedStart, reasonText, StartReason } from './start-reasons.ts'
export { fixedProblems, startValues } from './start-values.ts'
export { requireStartable, tryStart } from './try-start.ts'
