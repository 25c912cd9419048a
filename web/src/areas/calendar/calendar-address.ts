import { isOne, parseSearchParams } from '../../shared/address-params.ts'
import type { Day, View } from './calendar-days.ts'

export type CalendarAddress = {
  view?: Exclude<View, 'month'>
  rows?: true
  day?: Day
  /** Statuses that are shown, where they are not the usual ones. */
  status?: string
  /** Categories that are left out. */
  without?: string
  only?: 'task' | 'instance'
  mine?: true
}

/** Nothing can be due before 2000 or after 2199: whole months around these days are still in between. */
const [FIRST, LAST] = ['2000-02-01', '2199-11-30']

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && text >= FIRST && text <= LAST

/** What the address says; anything else, and whatever goes without saying, is left out. */
export function calendarAddress(given: Record<string, unknown>): CalendarAddress {
  const { view, only } = given
  const { rows, mine, day, status, without } = parseSearchParams(given)
  return {
    ...(isOne(['week', 'day'] as const, view) && { view }),
    ...(rows && { rows: true as const }),
    ...(typeof day === 'string' && isDay(day) && { day }),
    ...(typeof status === 'string' && { status }),
    ...(typeof without === 'string' && { without }),
    ...(isOne(['task', 'instance'] as const, only) && { only }),
    ...(mine && { mine: true as const }),
  }
}
