/** Apart from the call, so that an address can be read without the shapes of answers. */
export const CALENDAR_STATUSES = ['on_track', 'at_risk', 'overdue', 'in_progress', 'completed', 'pending'] as const
export type CalendarStatus = (typeof CALENDAR_STATUSES)[number]

/** The specification's; a workflow of another category shows under that, and one without a category under none. */
export const CALENDAR_TYPES = [
  'onboarding',
  'invoice',
  'contract',
  'offboarding',
  'compliance',
  'product',
  'finance',
] as const

/** Categories are what people wrote, so that each is encoded once more within a list of them. */
export const encodeCategories = (types: readonly string[]): string =>
  types.map((type) => encodeURIComponent(type)).join()

export function decodeCategory(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const CALENDAR_KINDS = ['task', 'instance'] as const
export type CalendarKind = (typeof CALENDAR_KINDS)[number]

/** Six weeks: a month with the days that fill its first and last week. */
export const MAX_CALENDAR_DAYS = 42
/** How many of a kind a day shows, and no more are ever loaded for one. */
export const SHOWN_OF_DAY = 6
export const MAX_OF_DAY = 100
/** A day's count goes no further. */
export const MAX_DAY_COUNT = 1000
