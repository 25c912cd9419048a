import { dayOf } from './due-text.ts'
import { taskWords } from './task-words.ts'

export const clockTime = (moment: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(moment))

/** "Today, 10:02 AM"; else "Nov 10, 4:40 PM", with the year where it is another. */
export function momentText(moment: string, timeZone: string, now: number): string {
  const day = dayOf(moment, timeZone)
  const present = dayOf(now, timeZone)
  const time = clockTime(moment, timeZone)
  if (day === present) return taskWords.todayAt(time)
  return taskWords.dayAt(dateText(moment, timeZone, present.slice(0, 4)), time)
}

/** "today at 10:02 AM"; else "on Nov 10", within a sentence. */
export function whenText(moment: string, timeZone: string, now: number): string {
  const present = dayOf(now, timeZone)
  if (dayOf(moment, timeZone) === present) return taskWords.todayWithin(clockTime(moment, timeZone))
  return taskWords.onDay(dateText(moment, timeZone, present.slice(0, 4)))
}

/** "Nov 10, 2026"; without the year where that is `thisYear`. */
export function dateText(moment: string, timeZone: string, thisYear?: string): string {
  const year = dayOf(moment, timeZone).slice(0, 4)
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    ...(year !== thisYear && { year: 'numeric' }),
    timeZone,
  }).format(new Date(moment))
}
