import type { Output } from '@throughline/contracts/endpoint'
import type { countTasks } from '@throughline/contracts/tasks'
import { texts } from './home.texts.ts'

/** The server counts no further. */
const MAX_COUNT = 1000

export const countText = (count: number): string => (count >= MAX_COUNT ? texts.most : String(count))

export type Counts = Output<typeof countTasks>['data']

/** What matters today, in plain words. */
export function focusSentence(counts: Counts): string {
  const { pending, in_progress, review, overdue, due_today: today, queue } = counts
  const focusTexts = texts.focus
  if (overdue > 0 && today > 0) return focusTexts.overdueAndToday(overdue, countText(overdue), countText(today))
  if (overdue > 0) return focusTexts.overdue(overdue, countText(overdue))
  if (today > 0) return focusTexts.today(today, countText(today))
  if (pending + in_progress + review > 0) return focusTexts.calm
  return queue > 0 ? focusTexts.queued(queue, countText(queue)) : focusTexts.free
}
