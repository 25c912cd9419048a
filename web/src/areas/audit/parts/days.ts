import { offsetOf, preciseTime } from '../../../shared/format/moments.ts'
import { DAY, dateText, dayKey } from '../../../shared/format/time.ts'
import { texts } from '../audit.texts.ts'

/** "Nov 12, 2026, 9:38:20 AM (UTC+1)". */
export const exactTime = (timeZone: string, at: string) =>
  `${dateText(at, timeZone)}, ${preciseTime(at, timeZone)} (${offsetOf(timeZone, at)})`

type Day<E> = { day: string; label: string; entries: E[] }

/** Rows in their order, under the days on which they happened there. */
export function groupByDay<E extends { at: string }>(entries: readonly E[], timeZone: string, now: number): Day<E>[] {
  const today = dayKey(now, timeZone)
  const yesterday = dayKey(now - DAY, timeZone)
  const days: Day<E>[] = []
  for (const entry of entries) {
    const day = dayKey(entry.at, timeZone)
    const last = days.at(-1)
    if (last?.day === day) {
      last.entries.push(entry)
      continue
    }
    const date = dateText(entry.at, timeZone)
    const label = day === today ? texts.days.today(date) : day === yesterday ? texts.days.yesterday(date) : date
    days.push({ day, label, entries: [entry] })
  }
  return days
}
