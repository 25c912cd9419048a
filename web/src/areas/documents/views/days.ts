import type { Document } from '@throughline/contracts/documents'
import { dateText, dayKey } from '../../../shared/format/time.ts'
import { spec } from '../documents.texts.ts'

const DAY = 86_400_000

export type Day = { day: string; label: string; documents: Document[] }

/** By the day of upload in the workspace's zone, in the order in which they come. */
export function daysOf(documents: readonly Document[], zone: string, now: number): Day[] {
  const today = dayKey(now, zone)
  // From noon, so that a day of 23 or 25 hours is one day too.
  const yesterday = dayKey(Date.parse(`${today}T12:00:00Z`) - DAY, 'UTC')
  const labelOf = (day: string, moment: string) => {
    if (day === today) return spec.today
    return day === yesterday ? spec.yesterday : dateText(moment, zone)
  }
  const groups = Map.groupBy(documents, ({ uploaded_at }) => dayKey(uploaded_at, zone))
  return [...groups].map(([day, own]) => ({ day, label: labelOf(day, own[0]?.uploaded_at ?? ''), documents: own }))
}
