import type { CurrentUser } from '@throughline/contracts/auth'
import type { Task } from '@throughline/contracts/tasks'
import { Ban, CircleHelp, Clock, RotateCcw, UserCheck } from 'lucide-react'
import { momentText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Banner } from '../../../ui/banner.tsx'
import { texts } from './detail.texts.ts'

type TaskNoticesProps = {
  task: Task
  user: CurrentUser
  /** Something stands in the form that was not sent. */
  typed?: boolean
}

/** Why it is as it is: completed by somebody else, given back, too late, waiting for somebody. */
export function TaskNotices({ task, user, typed = false }: TaskNoticesProps) {
  const now = useNow()
  const { state, completed_at, completed_by: doer } = task
  if (state === 'cancelled')
    return (
      <Banner tone="info" icon={Ban} title={texts.cancelled}>
        {texts.cancelledNote}
      </Banner>
    )
  if (typed && completed_at !== null) {
    const at = momentText(completed_at, user.time_zone, now)
    return (
      <Banner
        tone="warning"
        icon={UserCheck}
        title={doer ? texts.doneByOther(doer.name, at) : texts.doneBySomebody(at)}
      >
        {texts.doneMeanwhileNote}
      </Banner>
    )
  }
  if (task.blocked_by) {
    const isBlocked = task.queries.some(({ blocking, answer }) => blocking && answer === null)
    return (
      <Banner tone={isBlocked ? 'warning' : 'info'} icon={isBlocked ? CircleHelp : Clock} title={task.blocked_by} />
    )
  }
  if (task.review_status === 'returned' && state !== 'completed')
    return (
      <Banner
        tone="warning"
        icon={RotateCcw}
        title={task.reviewer_person ? texts.returnedBy(task.reviewer_person.name) : texts.returned}
      >
        <span translate="no" className="break-words whitespace-pre-line">
          {task.review_comment}
        </span>
      </Banner>
    )
  const waits = waitsFor(task)
  return waits ? <Banner tone="info" icon={Clock} title={waits} /> : null
}

/** Whom an open task waits for that the viewer can do nothing about. */
function waitsFor({ state, can, assignee, queue, reviewer_person: reviewer, task_type }: Task): string | undefined {
  if (task_type === 'approval' || task_type === 'automated') return undefined
  if (state === 'review') return can.review || !reviewer ? undefined : texts.inReview(reviewer.name)
  if (state !== 'pending' && state !== 'in_progress') return undefined
  if (can.complete || can.claim) return undefined
  if (assignee) return texts.waitsFor(assignee.name)
  return queue ? texts.waitsForQueue(queue.name) : texts.waitsForNobody
}
