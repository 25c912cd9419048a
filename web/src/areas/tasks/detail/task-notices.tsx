import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Task } from '@throughline/contracts/tasks'
import { Ban, CircleHelp, Clock, RotateCcw, UserCheck } from 'lucide-react'
import { momentText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Banner } from '../../../ui/banner.tsx'
import { linkClass } from '../../../ui/link-style.ts'
import { askedForText } from '../parts/change-request.texts.ts'
import { texts } from './detail.texts.ts'

type TaskNoticesProps = {
  task: Task
  user: CurrentUser
  /** Something stands in the form that was not sent. */
  typed?: boolean
}

/** What somebody wants to have changed, in their words; under it why it is as it is. */
export function TaskNotices(props: TaskNoticesProps) {
  const { change_request: request } = props.task
  return (
    <>
      {request && (
        <Banner tone="warning" icon={RotateCcw} title={askedForText(request)}>
          <span translate="no" dir="auto" className="block break-words whitespace-pre-line">
            {request.comment}
          </span>
          {request.task_id && (
            <Link to="/tasks/$taskId" params={{ taskId: request.task_id }} className={linkClass}>
              {texts.showApproval}
            </Link>
          )}
        </Banner>
      )}
      <StateNotice {...props} />
    </>
  )
}

/** Completed by somebody else, too late, waiting for somebody. */
function StateNotice({ task, user, typed = false }: TaskNoticesProps) {
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
        title={
          doer?.id === user.member_id
            ? texts.doneElsewhere(at)
            : doer
              ? texts.doneByOther(doer.name, at)
              : texts.doneBySomebody(at)
        }
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
