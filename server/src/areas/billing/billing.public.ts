/** What other areas may use of this one: what a workspace may do, never what its plan is. */

export { runsAvailable } from './billing.ports.ts'
export { hasRuns, lockPlan, nextRuns, requireRun, requireSeats, seatsLeft, seatsTaken } from './entitlements.service.ts'
