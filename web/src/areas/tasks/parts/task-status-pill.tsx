import type { TaskRow } from '@throughline/contracts/tasks'
import { Ban } from 'lucide-react'
import { useNow } from '../../../shared/use-now.ts'
import type { Status } from '../../../ui/status.ts'
import { StatusPill } from '../../../ui/status-pill.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { outcomeLabels } from './outcomes.texts.ts'
import { taskLabels } from './task-labels.ts'
import { displayStatus, type StatusFacts, statusWord } from './task-status.tsx'

type OutcomeFacts = Pick<StatusFacts, 'state'> & Partial<Pick<TaskRow, 'task_type' | 'outcome'>>
type Outcome = keyof typeof outcomeLabels

const looks: Record<Outcome, Status> = { approved: 'approved', rejected: 'rejected', changes: 'review' }
const isOutcome = (outcome: string): outcome is Outcome => Object.hasOwn(looks, outcome)

/** What an approval that is over came to. */
function outcomeOf({ task_type, state, outcome }: OutcomeFacts): Outcome | undefined {
  const found = task_type === 'approval' && state === 'completed' ? (outcome ?? '') : ''
  return isOutcome(found) ? found : undefined
}

type TaskStatusPillProps = {
  task: StatusFacts & OutcomeFacts
  /** Plain text beside the glyph instead of a tinted pill. */
  plain?: boolean
}

/** An approval that is over is shown by what it came to, everything else by its status. */
export function TaskStatusPill({ task, plain }: TaskStatusPillProps) {
  const status = displayStatus(task, useNow())
  const outcome = outcomeOf(task)
  if (status === 'cancelled')
    return (
      <Tag tone="quiet" icon={Ban}>
        {taskLabels.cancelled}
      </Tag>
    )
  return (
    <StatusPill
      status={outcome ? looks[outcome] : status}
      label={outcome ? outcomeLabels[outcome] : statusWord(status)}
      {...(plain && { plain })}
    />
  )
}

/** The same in a word, where its status is only a shape. */
export function ApprovalOutcome({ task }: { task: OutcomeFacts }) {
  const outcome = outcomeOf(task)
  return outcome && <span className="shrink-0">{outcomeLabels[outcome]}</span>
}
