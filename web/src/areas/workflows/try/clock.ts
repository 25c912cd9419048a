import { weekdayMoment } from '../../../shared/format/moments.ts'
import { dateText as dateIn, shortDate } from '../../../shared/format/time.ts'

/** The trial's own clock: it begins with what the wall clock shows here, and knows no zones. */
export function wallClock(now = new Date()): number {
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours(), now.getMinutes())
}

export const momentText = (at: number): string => weekdayMoment(at, 'UTC')
export const dayText = (at: number): string => shortDate(at, 'UTC', at)
export const dateText = (at: number): string => dateIn(at, 'UTC')
