/** Apart from the calls, so that an address can be read without the shapes of answers. */
export const TIME_RANGES = ['week', 'month', 'quarter'] as const
export type TimeRange = (typeof TIME_RANGES)[number]
/** Whole weeks, today included, so that the period before has the same weekdays. */
export const RANGE_DAYS = { week: 7, month: 28, quarter: 91 } as const satisfies Record<TimeRange, number>

export const COUNTED_HOURS = ['all', 'working'] as const
export type CountedHours = (typeof COUNTED_HOURS)[number]

/** Percent of ended instances that should be on time. Under it by up to `AT_RISK_POINTS` is at risk, by more is late. */
export const ON_TIME_GOAL = 90
export const AT_RISK_POINTS = 10
/** With fewer ended instances a workflow's health is not judged. */
export const MIN_JUDGED = 3
/** The health of so many workflows is listed, worst first. */
export const MAX_HEALTH = 500
/** With fewer runs, or ended instances, they are listed one by one instead of medians. */
export const MIN_CASES = 10
/** So many runs of a step are read one by one, the newest. Of more, spans are counted by days, which keep buckets. */
export const MAX_READ_RUNS = 2_000
