import { useParams } from '@tanstack/react-router'
import { useCurrentUser } from '../../shared/current-user.ts'
import { Gone } from '../../shared/query-failed.tsx'
import { TaskDetail } from './detail/task-detail.tsx'
import { TaskPage } from './detail/task-page.tsx'
import { missingTask } from './detail/task-states.tsx'
import { tasksSearch } from './list/tasks-search.ts'

export function TaskScreen() {
  const user = useCurrentUser()
  const { taskId } = tasksSearch(useParams({ strict: false }))
  if (!user) return null
  if (!taskId) return <TaskPage user={user} parts={{ task: undefined, main: <Gone {...missingTask} /> }} />
  return (
    <TaskDetail
      key={taskId}
      taskId={taskId}
      surface="page"
      renderFrame={(parts) => <TaskPage parts={parts} user={user} />}
    />
  )
}
