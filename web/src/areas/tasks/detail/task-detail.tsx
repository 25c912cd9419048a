import { useQuery } from '@tanstack/react-query'
import type { TaskId } from '@throughline/contracts/ids'
import { useCurrentUser } from '../../auth/auth.api.ts'
import { ApprovalTask } from '../approval/approval-task.tsx'
import { FailedTask } from '../failed/failed-task.tsx'
import { ManualTask } from '../form/manual-task.tsx'
import { QueryTask } from '../query/query-task.tsx'
import { taskQuery } from '../tasks.api.ts'
import type { Frame, Place, TaskKindProps } from './frame.ts'
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

function TaskOfKind(props: TaskKindProps) {
  const { task_type, state } = props.task
  if (task_type === 'automated' || state === 'failed') return <FailedTask {...props} />
  if (task_type === 'approval') return <ApprovalTask {...props} />
  return task_type === 'query' ? <QueryTask {...props} /> : <ManualTask {...props} />
}
