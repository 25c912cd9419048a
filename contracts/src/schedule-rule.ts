import * as z from 'zod/mini'

const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const weekday = z.number().check(z.int(), z.minimum(1), z.maximum(7))
const every = (most: number) => z.number().check(z.int(), z.minimum(1), z.maximum(most))
const distinct = <T>() => z.refine<T[]>((items) => new Set(items).size === items.length, 'named twice')

/** When a schedule runs, in the days and hours of its zone. `from` is the day that every second or third is counted from. */
export const ScheduleRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('once'), day: z.iso.date(), time: clock }),
  z.strictObject({
    kind: z.literal('day'),
    every: every(365),
    from: z.iso.date(),
    times: z.array(clock).check(z.minLength(1), z.maxLength(24), distinct<string>()),
  }),
  z.strictObject({
    kind: z.literal('week'),
    every: every(52),
    from: z.iso.date(),
    /** 1 for Monday to 7 for Sunday. */
    days: z.array(weekday).check(z.minLength(1), z.maxLength(7), distinct<number>()),
    time: clock,
  }),
  z.strictObject({
    kind: z.literal('month'),
    /** A day that a month doesn't have is its last; a weekday that it doesn't have a fifth of is left out. -1 is the last. */
    on: z.union([
      z.strictObject({ day: z.number().check(z.int(), z.minimum(1), z.maximum(31)) }),
      z.strictObject({ nth: z.literal([1, 2, 3, 4, 5, -1]), of: z.union([z.literal('workday'), weekday]) }),
    ]),
    time: clock,
  }),
])
export type ScheduleRule = z.infer<typeof ScheduleRule>

/** What becomes of a day on which nobody works. */
export const DayOffRule = z.enum(['next', 'previous', 'run', 'skip'])
export type DayOffRule = z.infer<typeof DayOffRule>
