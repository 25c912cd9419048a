import { useInfiniteQuery } from '@tanstack/react-query'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { tasksQuery } from '../../tasks/tasks.api.ts'
import { texts as home } from '../home.texts.ts'
import type { RowActs } from '../use-row-acts.ts'
import { texts } from './rail.texts.ts'
import { RowActButton } from './row-act-button.tsx'
import { TaskLink } from './task-link.tsx'

const MOST = 4

/** What is due first in the queues of one's teams and role, for whoever takes it. */
export function QueueSection({ acts, canWork }: { acts: RowActs; canWork: boolean }) {
  const { data, isPending, isError } = useInfiniteQuery(tasksQuery({ queue: 'mine' }))
  if (isPending)
    return (
      <Loading label={home.loading} className="space-y-3">
        <Skeleton round className="h-3 w-4/5" />
        <Skeleton round className="h-3 w-3/5" />
      </Loading>
    )
  if (isError) return <p className="text-fg-3">{texts.queueFailed}</p>
  const waiting = data.pages.flatMap((page) => page.data).filter(({ assignee }) => assignee === null)
  return (
    <ul className="-mx-2">
      {waiting.slice(0, MOST).map((task) => (
        <li key={task.id} className="relative flex min-h-11 items-center gap-2 rounded-md px-2 py-1 hover:bg-surface-2">
          <span className="min-w-0 flex-1">
            <TaskLink task={task} className="row-target block truncate" />
            <span translate="no" className="block truncate text-xs text-fg-3">
              {task.queue?.name} · {task.instance_name}
            </span>
          </span>
          {canWork && (
            <RowActButton always task={task} busy={acts.busy.has(task.id)} onAct={(one) => void acts.act(one)} />
          )}
        </li>
      ))}
    </ul>
  )
}
