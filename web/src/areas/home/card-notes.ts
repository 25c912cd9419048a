import type { TaskRow } from '@throughline/contracts/tasks'
import { shownStatus } from '../tasks/parts/task-status.tsx'
import { texts } from './home.texts.ts'
import type { CardStatus } from './home-search.ts'
import { workGroupOf } from './work-groups.ts'

const DAY = 86_400_000

const cardOf = (task: TaskRow, now: number) => {
  const status = shownStatus(task, now)
  return status === 'failed' ? 'pending' : status
}

/**
 * What stands beside the numbers. Of work in the order it is due: the first page ends behind today, or says nothing
 * about it.
 */
export function cardNotes(tasks: readonly TaskRow[], whole: boolean, zone: string, now: number) {
  const notes: Partial<Record<CardStatus, string>> = {}
  const [first] = tasks
  const last = tasks.at(-1)
  if (first?.overdue_at && shownStatus(first, now) === 'overdue')
    notes.overdue = texts.oldest(Math.floor((now - Date.parse(first.overdue_at)) / DAY))
  const known = whole || (last && ['week', 'later'].includes(workGroupOf(last, zone, now)))
  if (!known) return notes
  const today = tasks.filter((task) => workGroupOf(task, zone, now) === 'today')
  for (const card of ['pending', 'in_progress', 'review'] as const) {
    const due = today.filter((task) => cardOf(task, now) === card).length
    if (due > 0) notes[card] = texts.dueToday(due)
  }
  return notes
}
