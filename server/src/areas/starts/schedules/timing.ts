import { Holiday } from '@throughline/contracts/org'
import { DayOffRule, ScheduleRule } from '@throughline/contracts/schedule-rule'
import type { PlannedRun } from '@throughline/contracts/starts'
import type { Calendar } from '@throughline/flow/eval'
import { nextRuns, runsAt, type ScheduledRun } from '@throughline/flow/schedule'
import * as z from 'zod/mini'
import { calendarOf, type People } from '../../instances/instances.public.ts'
import type { findWorkingTime, ScheduleRow } from './schedules.queries.ts'

type WorkingTime = Awaited<ReturnType<typeof findWorkingTime>>

const Skips = z.array(z.object({ at: z.string(), by: z.string() }))
type Skip = z.infer<typeof Skips>[number]

/** When a schedule runs, in the working time of its organisation as it is now. */
export interface Timing {
  rule: ScheduleRule
  dayOff: DayOffRule
  calendar: Calendar
  holidays: Holiday[]
  now: number
}

export const timingOf = (
  of: { rule: unknown; time_zone: string | null; day_off: string },
  time: WorkingTime,
): Timing => ({
  rule: z.parse(ScheduleRule, of.rule),
  dayOff: z.parse(DayOffRule, of.day_off),
  calendar: calendarOf({ ...time, time_zone: of.time_zone ?? time.time_zone }),
  holidays: z.parse(z.array(Holiday), time.holidays),
  now: time.now.getTime(),
})

export const runsAfter = ({ rule, dayOff, calendar }: Timing, after: number, count: number): ScheduledRun[] =>
  nextRuns(rule, dayOff, calendar, after, count)

export const isRun = ({ rule, dayOff, calendar }: Timing, at: number): boolean => runsAt(rule, dayOff, calendar, at)

export const skipsOf = ({ skips }: Pick<ScheduleRow, 'skips'>): Skip[] => z.parse(Skips, skips)

export const skipOf = (row: Pick<ScheduleRow, 'skips'>, at: number): Skip | undefined =>
  skipsOf(row).find((one) => Date.parse(one.at) === at)

const LOT = 64
const NONE: ReadonlySet<number> = new Set()

/** The first run after a moment that nobody left out, and that is none of those which were fired already. */
export function nextOf(timing: Timing, row: Pick<ScheduleRow, 'skips'>, after: number, fired = NONE): Date | null {
  const runs = runsAfter(timing, after, LOT)
  const run = runs.find(({ at }) => !fired.has(at) && !skipOf(row, at))
  if (run) return new Date(run.at)
  const last = runs.at(-1)
  return last && runs.length === LOT ? nextOf(timing, row, last.at, fired) : null
}

/** As its page shows them. */
export function plannedRuns(
  timing: Timing,
  row: Pick<ScheduleRow, 'skips'>,
  count: number,
  people?: People,
): z.input<typeof PlannedRun>[] {
  return runsAfter(timing, timing.now, count).map(({ at, day, movedFrom, clock }) => {
    const skip = skipOf(row, at)
    const holiday = movedFrom && timing.holidays.find(({ from, to }) => from <= movedFrom && movedFrom <= to)
    return {
      at: new Date(at).toISOString(),
      day,
      moved_from: movedFrom ?? null,
      holiday: holiday ? holiday.name : null,
      clock: clock ?? null,
      skipped: skip !== undefined,
      skipped_by: (skip && people?.get(skip.by)?.name) ?? null,
    }
  })
}
