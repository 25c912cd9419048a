import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { ReactNode } from 'react'
import { cn } from '../../../ui/cn.ts'
import { memberChoicesQuery } from '../../org/members.api.ts'
import { countsQuery } from '../tasks.api.ts'
import { texts } from '../tasks.texts.ts'
import { useTaskListPath } from './task-link.tsx'
import { type TasksSearch, tasksSearch } from './tasks-search.ts'

/** Counts stop there. */
const MAX_COUNT = 1000

type View = { label: string; search: TasksSearch; count?: number | undefined; userNamed?: boolean }

type TaskViewsProps = {
  user: CurrentUser
  search: TasksSearch
  title: string
  /** What has come since the list was read. */
  fresh: ReactNode
}

/** Ways into the same list: one's own work, one's queues, what waits for review. */
export function TaskViews({ user, search, title, fresh }: TaskViewsProps) {
  const { data: counts } = useQuery(countsQuery)
  const own = counts && counts.pending + counts.in_progress + counts.review + counts.overdue
  const views: View[] = [
    { label: title, search: {} },
    { label: texts.mine, search: { assignee: user.username }, count: own },
    { label: texts.queues, search: { queue: 'mine' }, count: counts?.queue },
    ...useTeamQueues(user),
    { label: texts.forReview, search: { status: 'review', assignee: user.username }, count: counts?.review },
  ]
  const here = nameOf(search)
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-2 border-b px-3">
      <nav aria-label={texts.views} className="flex min-w-0 flex-1 gap-1 overflow-x-auto py-1.5">
        {views.map((view) => (
          <ViewLink key={nameOf(view.search)} view={view} kept={search} current={nameOf(view.search) === here} />
        ))}
      </nav>
      {fresh}
    </div>
  )
}

/** What makes one view another; sort, layout and further filters stay with it. */
const nameOf = ({ status, assignee, queue }: TasksSearch) => JSON.stringify([status, assignee, queue])

/** Teams whose queues one takes from. */
function useTeamQueues(user: CurrentUser): View[] {
  const { data } = useQuery({
    ...memberChoicesQuery(user.tenant_id, user.email),
    enabled: user.organization_id !== null,
    select: (found) => found.find(({ id }) => id === user.member_id)?.teams ?? [],
  })
  return (data ?? []).map(({ id, name }) => ({ label: texts.queueOf(name), search: { queue: id }, userNamed: true }))
}

const countText = (count: number) => (count >= MAX_COUNT ? texts.atLeast(MAX_COUNT) : String(count))

function ViewLink({ view, kept, current }: { view: View; kept: TasksSearch; current: boolean }) {
  const { label, search, count } = view
  const { sort, order } = kept
  // A queue is a list.
  const layout = search.queue ? {} : { view: kept.view }
  return (
    <Link
      to={useTaskListPath()}
      search={tasksSearch({ ...layout, sort, order, ...search })}
      aria-current={current ? 'page' : undefined}
      className={cn(
        'inset-focus inline-flex h-7 shrink-0 items-center gap-1.5 rounded-sm px-2.5 text-sm text-fg-2 hover:bg-surface-3',
        'pointer-coarse:h-11',
        current && 'bg-accent-subtle font-medium text-accent-text',
      )}
    >
      {view.userNamed ? <span translate="no">{label}</span> : label}{' '}
      {count !== undefined && (
        <span translate="no" className={cn('tnum text-xs', !current && 'text-fg-3')}>
          {countText(count)}
        </span>
      )}
    </Link>
  )
}
