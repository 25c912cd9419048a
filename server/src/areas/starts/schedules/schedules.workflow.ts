import {
  ActivityFailure,
  defineSignal,
  log,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow'
import type { EngineSchedule, ScheduleActivities } from './schedule.activities.ts'

const poke = defineSignal('poke')

const {
  armSome,
  fireRun: fireApart,
  disarm,
} = proxyActivities<ScheduleActivities>({
  startToCloseTimeout: '2 minutes',
  // What a killed worker was doing is done by another soon.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
})
/** In the workflow's own task: many schedules fire at one minute, and that halves what the engine writes for each. */
const { fireRun } = proxyLocalActivities<ScheduleActivities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumAttempts: 3 },
})
const { tenantsWithOverdue, catchUp } = proxyActivities<ScheduleActivities>({
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '5 seconds', maximumAttempts: 3 },
})

/** Tells the engine of every schedule of a workspace that changed, and of those that change meanwhile. */
export async function armSchedules({ tenantId }: { tenantId: string }): Promise<void> {
  let again = true
  setHandler(poke, () => {
    again = true
  })
  while (again) {
    again = false
    while (await armSome({ tenantId }));
  }
}

/** One run: at the moment for which it was planned, however late it is. */
export async function fireSchedule(of: EngineSchedule): Promise<void> {
  const planned = workflowInfo().searchAttributes['TemporalScheduledStartTime']?.[0]
  const at = planned instanceof Date ? planned : workflowInfo().startTime
  const run = { ...of, at: at.getTime() }
  try {
    await fireRun(run)
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error
    // A database that is away is waited for by the engine.
    await fireApart(run)
  }
}

export async function disarmSchedule(of: EngineSchedule): Promise<void> {
  await disarm(of)
}

/** Runs that nobody heard of. One workspace whose schedules cannot run does not hold up the others. */
export async function catchUpSchedules(): Promise<void> {
  for (const tenantId of await tenantsWithOverdue()) {
    try {
      await catchUp(tenantId)
    } catch (error) {
      if (!(error instanceof ActivityFailure)) throw error
      log.error('schedules of a tenant were not caught up with', { tenantId })
    }
  }
}
