import type { AuditEntry } from '@throughline/contracts/audit'
import { texts } from '../audit.texts.ts'

const DAY = 86_400_000

/** "2026-11-12" there. */
export const dayOf = (timeZone: string, at: Date | number) =>
  new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(at)

const longDay = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone }).format(at)

/** "09:41:07" there. */
export const timeOf = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone }).format(
    new Date(at),
  )

/** "Nov 12, 2026, 09:38:20 (GMT+1)". */
export const exactTime = (timeZone: string, at: string) => {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value
  return `${longDay(timeZone, new Date(at))}, ${timeOf(timeZone, at)} (${zone ?? timeZone})`
}

export type Day = { day: string; label: string; entries: AuditEntry[] }

/** Rows in their order, under the days on which they happened there. */
export function groupByDay(entries: readonly AuditEntry[], timeZone: string, now: number): Day[] {
  const today = dayOf(timeZone, now)
  const yesterday = dayOf(timeZone, now - DAY)
  const days: Day[] = []
  for (const entry of entries) {
    const at = new Date(entry.at)
    const day = dayOf(timeZone, at)
    const last = days.at(-1)
    if (last?.day === day) {
      last.entries.push(entry)
      continue
    }
    const date = longDay(timeZone, at)
    const label = day === today ? texts.days.today(date) : day === yesterday ? texts.days.yesterday(date) : date
    days.push({ day, label, entries: [entry] })
  }
  return days
}
