import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { Document } from '@throughline/contracts/documents'
import type { TaskRow } from '@throughline/contracts/tasks'
import { can } from '../../../shared/current-user.ts'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { momentText } from '../../../shared/format/moments.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Progress } from '../../../ui/progress.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { newestDocumentsQuery } from '../../documents/documents.api.ts'
import { instanceQuery } from '../../instances/instances.api.ts'
import { tasksQuery } from '../../tasks/tasks.api.ts'
import { texts as home } from '../home.texts.ts'
import type { RowActs } from '../use-row-acts.ts'
import { texts } from './rail.texts.ts'
import { RailSection } from './rail-section.tsx'
import { RowActButton } from './row-act-button.tsx'
import { StartedByYou } from './started.tsx'
import { TaskLink } from './task-link.tsx'

export type RailProps = { user: CurrentUser; tasks: readonly TaskRow[]; queued: number; started: number; acts: RowActs }

/** Of instances, and of tasks in queues. */
const MAX_ROWS = 4

/** The first task of each instance, in the order they are due. */
function firstOfEach(tasks: readonly TaskRow[]): TaskRow[] {
  const byInstance = new Map<string, TaskRow>()
  for (const task of tasks) if (!byInstance.has(task.workflow_instance)) byInstance.set(task.workflow_instance, task)
  return [...byInstance.values()].slice(0, MAX_ROWS)
}

/** What runs for the person, what they could take, and what files came last. */
export function Rail({ user, tasks, queued, started, acts }: RailProps) {
  const instances = firstOfEach(tasks)
  const mayRead = can(user, 'documents.view')
  const { data: documents = [], isError } = useQuery({ ...newestDocumentsQuery, enabled: mayRead })
  return (
    <aside aria-label={texts.context} className="space-y-7 pt-1 max-[759px]:px-4">
      {instances.length > 0 && (
        <RailSection title={texts.instances} all={{ to: '/all-instances' }}>
          <ul className="space-y-3.5">
            {instances.map((task) => (
              <RunningInstance key={task.workflow_instance} task={task} />
            ))}
          </ul>
        </RailSection>
      )}
      {started > 0 && <StartedByYou user={user} shown={instances.map((task) => task.workflow_instance)} />}
      {queued > 0 && (
        <RailSection title={texts.queues} all={{ to: '/tasks', search: { queue: 'mine' } }}>
          <QueueSection acts={acts} canWork={can(user, 'tasks.work')} />
        </RailSection>
      )}
      {(documents.length > 0 || isError) && (
        <RailSection title={texts.documents} all={{ to: '/files' }}>
          {isError && <p className="text-fg-3">{texts.documentsFailed}</p>}
          <RecentDocuments documents={documents} zone={user.time_zone} />
        </RailSection>
      )}
    </aside>
  )
}

/** What is due first in the queues of one's teams and role, for anyone of them to claim. */
function QueueSection({ acts, canWork }: { acts: RowActs; canWork: boolean }) {
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
      {waiting.slice(0, MAX_ROWS).map((task) => (
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

/** The newest that the person may see; each opens beside the files. */
function RecentDocuments({ documents, zone }: { documents: readonly Document[]; zone: string }) {
  const now = useNow()
  return (
    <ul className="-mx-2">
      {documents.map(({ id, name, content_type, uploaded_by, uploaded_at }) => (
        <li key={id} className="relative flex min-h-11 items-center gap-2.5 rounded-md px-2 py-1 hover:bg-surface-2">
          <FileGlyph contentType={content_type} />
          <span className="min-w-0 flex-1">
            <Link to="/files" search={{ file: id }} translate="no" dir="auto" className="row-target block truncate">
              {name}
            </Link>
            <span translate="no" className="block truncate text-xs text-fg-3">
              {uploaded_by && `${uploaded_by.name} · `}
              {momentText(uploaded_at, zone, now)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Known from one of its tasks; how far it is comes with its own answer. */
function RunningInstance({ task }: { task: TaskRow }) {
  const { workflow_instance: instanceId, instance_name: name, workflow } = task
  const { data } = useQuery(instanceQuery(instanceId))
  const { steps_done: done = 0, steps_total: total = 0 } = data ?? {}
  return (
    <li>
      <div className="flex items-baseline justify-between gap-2">
        <Link
          to="/instances/$instanceId"
          params={{ instanceId }}
          translate="no"
          dir="auto"
          className="truncate rounded-xs font-medium hover:underline max-[759px]:leading-11"
        >
          {name}
        </Link>
        {data && <span className="tnum shrink-0 text-xs text-fg-3">{texts.doneOf(done, total)}</span>}
      </div>
      <div className="mt-1.5 min-h-1.5" translate="no">
        {data && <Progress label={texts.progress(name, done, total)} value={total > 0 ? (done / total) * 100 : 0} />}
      </div>
      <p translate="no" className="mt-1 truncate text-xs text-fg-3">
        {workflow.name}
      </p>
    </li>
  )
}
