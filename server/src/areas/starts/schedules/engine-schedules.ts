import {
  type CalendarSpec,
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
  ScheduleOverlapPolicy,
} from '@temporalio/client'

const MONTHS = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
] as const
const LIMIT = 5_000

export interface EngineSchedule {
  tenantId: string
  scheduleId: string
}

/** One moment, and no other. */
function exactly(at: number): CalendarSpec {
  const date = new Date(at)
  const month = MONTHS[date.getUTCMonth()]
  return {
    year: date.getUTCFullYear(),
    ...(month && { month }),
    dayOfMonth: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: 0,
  }
}

/** The engine's schedules: each holds the moments that we computed, and none of its own. */
export function createEngineSchedules(client: Client, taskQueue: string) {
  const idOf = ({ tenantId, scheduleId }: EngineSchedule) => `${taskQueue}:schedule:${tenantId}:${scheduleId}`

  const optionsOf = (of: EngineSchedule, moments: readonly number[]): Omit<ScheduleOptions, 'scheduleId'> => ({
    spec: { calendars: moments.map(exactly), timezone: 'UTC' },
    action: {
      type: 'startWorkflow',
      workflowType: 'fireSchedule',
      workflowId: `fire:${of.tenantId}:${of.scheduleId}`,
      taskQueue,
      args: [of],
    },
    // After a standstill every run is told of: which of them start is decided where the schedule's own rule is known.
    policies: { overlap: ScheduleOverlapPolicy.ALLOW_ALL, catchupWindow: '30 days' },
  })

  async function remove(of: EngineSchedule): Promise<void> {
    try {
      await client.schedule.getHandle(idOf(of)).delete()
    } catch (error) {
      if (!(error instanceof ScheduleNotFoundError)) throw error
    }
  }

  async function put(of: EngineSchedule, moments: readonly number[]): Promise<void> {
    if (moments.length === 0) return remove(of)
    const options = optionsOf(of, moments)
    try {
      await client.schedule.create({ scheduleId: idOf(of), ...options })
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error
      await client.schedule.getHandle(idOf(of)).update((before) => ({ ...before, ...options }))
    }
    return undefined
  }

  const soon = <T>(call: () => Promise<T>): Promise<T> => client.withDeadline(Date.now() + LIMIT, call)
  return {
    put: (of: EngineSchedule, moments: readonly number[]) => soon(() => put(of, moments)),
    remove: (of: EngineSchedule) => soon(() => remove(of)),
  }
}

export type EngineSchedules = ReturnType<typeof createEngineSchedules>
