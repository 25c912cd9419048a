import type { TaskRow, TaskStatus } from '@throughline/contracts/tasks'
import { Ban } from 'lucide-react'
import { useNow } from '../../../shared/use-now.ts'
import type { Status } from '../../../ui/status.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { statusLabels, taskLabels } from './task-labels.ts'

type StatusFacts = Pick<TaskRow, 'state' | 'overdue_at'> & Partial<Pick<TaskRow, 'task_type' | 'outcome'>>

const OPEN = ['pending', 'in_progress', 'review']

/** As the server says it, and later on by the page's own clock: what falls due while it stands open turns overdue. */
export function displayStatus({ state, overdue_at }: StatusFacts, now: number): TaskStatus {
  const late = OPEN.includes(state) && overdue_at !== null && Date.parse(overdue_at) <= now
  return late ? 'overdue' : state
}

type Outcome = keyof typeof taskLabels.outcomes
const looks: Record<Outcome, Status> = { approved: 'approved', rejected: 'rejected', changes: 'review' }
const isOutcome = (outcome: string): outcome is Outcome => Object.hasOwn(looks, outcome)

/** An approval that is over is shown by what it came to, everything else by its status. */
function displayOf(task: StatusFacts, status: Exclude<TaskStatus, 'cancelled'>): { status: Status; label: string } {
  const outcome = task.task_type === 'approval' && status === 'completed' ? (task.outcome ?? '') : ''
  return isOutcome(outcome)
    ? { status: looks[outcome], label: taskLabels.outcomes[outcome] }
    : { status, label: statusLabels[status] }
}

type TaskStatusPillProps = {
  task: StatusFacts
  /** Plain text beside the glyph instead of a tinted pill. */
  plain?: boolean
}

export function TaskStatusPill({ task, plain }: TaskStatusPillProps) {
  const status = displayStatus(task, useNow())
  if (status === 'cancelled')
    return (
      <Tag tone="quiet" icon={Ban}>
        {taskLabels.cancelled}
      </Tag>
    )
  return <StatusPill {...displayOf(task, status)} {...(plain && { plain })} />
}

type TaskGlyphProps = { task: StatusFacts; size?: number; label?: boolean }

/** The shape alone; `label` where its word does not stand beside it. */
export function TaskGlyph({ task, size = 14, label }: TaskGlyphProps) {
  const status = displayStatus(task, useNow())
  if (status === 'cancelled')
    return (
      <Ban
        size={size}
        className="shrink-0 text-fg-3"
        {...(label ? { role: 'img', 'aria-label': taskLabels.cancelled } : { 'aria-hidden': true })}
      />
    )
  const display = displayOf(task, status)
  return <StatusGlyph status={display.status} size={size} {...(label && { label: display.label })} />
}
