import type { TaskRow, TaskStatus } from '@throughline/contracts/tasks'
import { Ban } from 'lucide-react'
import { useNow } from '../../../shared/use-now.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { statusLabels, taskLabels } from './task-labels.ts'

export type StatusFacts = Pick<TaskRow, 'state' | 'overdue_at'>

const OPEN = ['pending', 'in_progress', 'review']

/** As the server says it, and later on by the page's own clock: what falls due while it stands open turns overdue. */
export function displayStatus({ state, overdue_at }: StatusFacts, now: number): TaskStatus {
  const late = OPEN.includes(state) && overdue_at !== null && Date.parse(overdue_at) <= now
  return late ? 'overdue' : state
}

export const statusWord = (status: TaskStatus): string =>
  status === 'cancelled' ? taskLabels.cancelled : statusLabels[status]

type TaskGlyphProps = { task: StatusFacts; size?: number; label?: boolean }

/** The shape alone; `label` where its word does not stand beside it. */
export function TaskGlyph({ task, size = 14, label }: TaskGlyphProps) {
  const status = displayStatus(task, useNow())
  const named = label && { label: statusWord(status) }
  if (status === 'cancelled')
    return (
      <Ban
        size={size}
        className="shrink-0 text-fg-3"
        {...(named ? { role: 'img', 'aria-label': named.label } : { 'aria-hidden': true })}
      />
    )
  return <StatusGlyph status={status} size={size} {...named} />
}
