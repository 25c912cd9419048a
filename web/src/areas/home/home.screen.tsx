import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import type { TaskId } from '@throughline/contracts/ids'
import type { TaskRow } from '@throughline/contracts/tasks'
import { type ComponentType, Suspense, useMemo } from 'react'
import { DAY } from '../../shared/format/time.ts'
import { useNow } from '../../shared/use-now.ts'
import { cn } from '../../ui/cn.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { displayStatus } from '../tasks/parts/task-status.tsx'
import { countsQuery } from '../tasks/tasks.api.ts'
import { texts } from './home.texts.ts'
import { type CardStatus, homeSearch } from './home-search.ts'
import { Cards } from './parts/cards.tsx'
import type { FirstStepsProps } from './parts/first-steps.tsx'
import { Head } from './parts/head.tsx'
import { MyWork } from './parts/my-work.tsx'
import type { RailProps } from './parts/rail.tsx'
import { useMyWork, workGroupOf } from './use-my-work.ts'
import { useRowActs } from './use-row-acts.ts'

/** What the address shows. Back closes an open task; cards take each other's place. */
function useAddress() {
  const { status, taskId } = homeSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  return useMemo(() => {
    const go = (change: Record<string, unknown>, replace: boolean) =>
      void navigate({ to: '/home', search: homeSearch({ status, taskId, ...change }), replace, resetScroll: false })
    return {
      status,
      taskId,
      toggle: (card: CardStatus) => go({ status: card === status ? undefined : card }, true),
      showAll: () => go({ status: undefined }, true),
      openTask: (id: TaskId) => go({ taskId: id }, false),
      closeTask: () => go({ taskId: undefined }, true),
    }
  }, [navigate, status, taskId])
}

const cardOf = (task: TaskRow, now: number) => {
  const status = displayStatus(task, now)
  return status === 'failed' ? 'pending' : status
}

/**
 * What stands beside the numbers. Of work in the order it is due: the first page ends behind today, or says nothing
 * about it.
 */
function cardNotes(tasks: readonly TaskRow[], whole: boolean, zone: string, now: number) {
  const notes: Partial<Record<CardStatus, string>> = {}
  const [first] = tasks
  const last = tasks.at(-1)
  if (first?.overdue_at && displayStatus(first, now) === 'overdue')
    notes.overdue = texts.oldest(Math.floor((now - Date.parse(first.overdue_at)) / DAY))
  const known = whole || (last && ['week', 'later'].includes(workGroupOf(last, zone, now)))
  if (!known) return notes
  const today = tasks.filter((task) => workGroupOf(task, zone, now) === 'today')
  for (const card of ['pending', 'in_progress', 'review'] as const) {
    const due = today.filter((task) => cardOf(task, now) === card).length
    if (due > 0) notes[card] = texts.dueToday(due)
  }
  return notes
}

const NewHere = lazyPart(
  () => import('./parts/new-here.tsx'),
  (module) => module.default,
)
const TaskOverlay = lazyPart(
  () => import('../tasks/parts/task-overlay.tsx'),
  (module) => module.TaskOverlay,
)

type HomeScreenProps = Omit<FirstStepsProps, 'alone' | 'mayDesign'> & {
  user: CurrentUser
  /** Rows of two lines, small cards. */
  phone: boolean
  /** Comes when the page is idle: it is beside the point. */
  rail: ComponentType<RailProps> | undefined
}

export function HomeScreen({ user, phone, rail: Rail, ...steps }: HomeScreenProps) {
  const { status, taskId, toggle, showAll, openTask, closeTask } = useAddress()
  const { data: counts } = useQuery(countsQuery)
  const all = useMyWork(user.username, undefined)
  const acts = useRowActs(openTask)
  const now = useNow()
  const whole = all.list.isSuccess && !all.list.hasNextPage
  const notes = useMemo(() => cardNotes(all.tasks, whole, user.time_zone, now), [all.tasks, whole, user.time_zone, now])
  const railShown = all.tasks.length > 0 || (counts !== undefined && counts.queue + counts.started > 0)
  return (
    <div className="mx-auto max-w-(--content-max) pt-6 pb-10 min-[760px]:px-8 min-[760px]:pt-8 min-[760px]:pb-12">
      <div className="max-[759px]:px-4">
        <Head user={user} phone={phone} counts={counts} first={all.tasks[0]} />
        <div className="mt-4 min-[760px]:mt-6">
          <Cards phone={phone} counts={counts} notes={notes} pressed={status} onToggle={toggle} />
        </div>
      </div>
      <div
        className={cn(
          'mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 min-[760px]:mt-8',
          railShown && 'xl:grid-cols-[minmax(0,1fr)_280px]',
        )}
      >
        <MyWork user={user} phone={phone} card={status} acts={acts} onShowAll={showAll} />
        {railShown && Rail && (
          <Rail tasks={all.tasks} queued={counts?.queue ?? 0} started={counts?.started ?? 0} acts={acts} user={user} />
        )}
      </div>
      <Suspense>{all.none && !railShown && <NewHere user={user} {...steps} />}</Suspense>
      <Suspense>{taskId && <TaskOverlay taskId={taskId} onClose={closeTask} />}</Suspense>
    </div>
  )
}
