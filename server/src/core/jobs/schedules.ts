import { type Client, ScheduleAlreadyRunning, type ScheduleOptions, ScheduleOverlapPolicy } from '@temporalio/client'
import type { Logger } from 'pino'
import { createLoop, type Loop } from '../loop.ts'
import { createTrouble } from '../telemetry/trouble.ts'

interface Plan {
  name: string
  workflow: string
  every: '1 minute' | '10 minutes' | '1 hour' | '1 day'
}

const PLANS: Plan[] = [
  { name: 'sweep', workflow: 'sweep', every: '10 minutes' },
  { name: 'purge-trash', workflow: 'purgeTrash', every: '1 hour' },
  { name: 'erase-workspaces', workflow: 'eraseWorkspaces', every: '1 hour' },
  { name: 'event-partitions', workflow: 'eventPartitions', every: '1 day' },
  { name: 'quarantine', workflow: 'quarantine', every: '1 hour' },
  { name: 'rotate-keys', workflow: 'rotateKeys', every: '1 day' },
  { name: 'roll-ups', workflow: 'rollUps', every: '1 minute' },
  { name: 'compare-roll-ups', workflow: 'compareRollUps', every: '1 day' },
  { name: 'ask-open-payments', workflow: 'askOpenPayments', every: '1 minute' },
  { name: 'due-subscriptions', workflow: 'dueSubscriptions', every: '10 minutes' },
  { name: 'catch-up-schedules', workflow: 'catchUpSchedules', every: '10 minutes' },
  { name: 'sign-audit-heads', workflow: 'signAuditHeads', every: '1 hour' },
]

const LIMIT = 5_000
const AGAIN = 3_600_000
const PAUSE = 5_000

function optionsOf({ name, workflow, every }: Plan, taskQueue: string): ScheduleOptions {
  return {
    // Each installation that shares an engine has schedules of its own.
    scheduleId: `${taskQueue}:${name}`,
    spec: { intervals: [{ every }], jitter: every === '1 minute' ? '10 seconds' : '1 minute' },
    action: {
      type: 'startWorkflow',
      workflowType: workflow,
      workflowId: `${taskQueue}:${name}`,
      taskQueue,
      args: [],
      workflowExecutionTimeout: '1 hour',
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '10 minutes' },
  }
}

/** Makes what is missing and brings the rest up to date; doing it again changes nothing. */
export function ensureSchedules(client: Client, taskQueue: string): Promise<void> {
  return client.withDeadline(Date.now() + LIMIT, () => ensureAll(client, taskQueue))
}

async function ensureAll(client: Client, taskQueue: string): Promise<void> {
  for (const plan of PLANS) {
    const { scheduleId, ...options } = optionsOf(plan, taskQueue)
    try {
      await client.schedule.create({ scheduleId, ...options })
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error
      await client.schedule.getHandle(scheduleId).update((before) => ({ ...before, ...options }))
    }
  }
}

/** As soon as the engine can be reached, and every hour: a schedule that somebody deleted comes back. */
export function keepSchedules(client: Client, taskQueue: string, log: Logger): Loop {
  const trouble = createTrouble(log, { began: 'schedules cannot be made', ended: 'schedules are in place' })
  const round = async () => {
    await ensureSchedules(client, taskQueue)
    trouble.ended()
    return AGAIN
  }
  return createLoop(round, trouble, PAUSE)
}
