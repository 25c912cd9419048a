import { useQuery } from '@tanstack/react-query'
import type { TaskId } from '@throughline/contracts/ids'
import type { TaskRow } from '@throughline/contracts/tasks'
import { type ReactNode, useState } from 'react'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { ApprovalTask } from '../approval/approval-task.tsx'
import { FailedTask } from '../failed/failed-task.tsx'
import { ManualTask } from '../form/manual-task.tsx'
import { QueryTask } from '../query/query-task.tsx'
import { taskQuery } from '../tasks.api.ts'
import { type ActAnswer, ActAnswered } from './act-answered.ts'
import type { Frame, Place, TaskKindProps } from './frame.ts'
import { NextTask } from './next-task.tsx'
import { isGone, TaskLoading, TaskUnreadable } from './task-states.tsx'

type TaskDetailProps = { taskId: TaskId; place: Place; renderFrame: Frame }

/** One task, read anew whenever it changes. Page, panel and overlay only differ in their frames. */
export function TaskDetail({ taskId, place, renderFrame }: TaskDetailProps) {
  const { data: task, error, refetch, isFetching } = useQuery(taskQuery(taskId))
  const user = useCurrentUser()
  if (error && (!task || isGone(error)))
    return renderFrame({
      task: undefined,
      main: <TaskUnreadable error={error} onRetry={() => void refetch()} retrying={isFetching} />,
    })
  if (!task || !user) return renderFrame({ task: undefined, main: <TaskLoading /> })
  return <TaskOfKind key={task.id} task={task} user={user} place={place} renderFrame={renderFrame} />
}

/** Whether the person who acted is still asked for it. */
const isStillMine = ({ state, mine }: TaskRow): boolean =>
  mine !== null && state !== 'completed' && state !== 'cancelled' && (state !== 'review' || mine === 'reviewer')

/** The task, and under it what comes next once it is out of the viewer's hands. */
function TaskOfKind({ renderFrame, ...props }: TaskKindProps) {
  const [answer, setAnswer] = useState<ActAnswer>()
  const next = answer && !isStillMine(answer.data) && <NextTask next={answer.next} place={props.place} />
  const frame: Frame = (parts) =>
    renderFrame(next ? { ...parts, footer: <FooterWithNext next={next} footer={parts.footer} /> } : parts)
  return (
    <ActAnswered value={setAnswer}>
      <TaskKind {...props} renderFrame={frame} />
    </ActAnswered>
  )
}

const FooterWithNext = ({ next, footer }: { next: ReactNode; footer: ReactNode }) => (
  <div className="min-w-0 flex-1 space-y-3">
    {next}
    {footer && <div className="flex min-w-0">{footer}</div>}
  </div>
)

function TaskKind(props: TaskKindProps) {
  const { task_type, state } = props.task
  if (task_type === 'automated' || state === 'failed') return <FailedTask {...props} />
  if (task_type === 'approval') return <ApprovalTask {...props} />
  return task_type === 'query' ? <QueryTask {...props} /> : <ManualTask {...props} />
}
