import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@throughline/contracts/auth'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { useNow } from '../../shared/use-now.ts'
import { cn } from '../../ui/cn.ts'
import { countsQuery } from '../tasks/tasks.api.ts'
import { cardNotes } from './card-notes.ts'
import { Cards } from './parts/cards.tsx'
import type { FirstStepsProps } from './parts/first-steps.tsx'
import { Head } from './parts/head.tsx'
import { MyWork } from './parts/my-work.tsx'
import type { RailProps } from './parts/rail.tsx'
import { useAddress } from './use-address.ts'
import { useMyWork } from './use-my-work.ts'
import { useRowActs } from './use-row-acts.ts'

const NewHere = lazy(() => import('./parts/new-here.tsx'))
const TaskOverlay = lazy(() =>
  import('../tasks/parts/task-overlay.tsx').then((module) => ({ default: module.TaskOverlay })),
)

type HomeScreenProps = Omit<FirstStepsProps, 'alone'> & {
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
  const railShown = all.tasks.length > 0 || (counts !== undefined && counts.queue > 0)
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
        {railShown && Rail && <Rail tasks={all.tasks} queued={counts?.queue ?? 0} acts={acts} user={user} />}
      </div>
      <Suspense>{all.none && !railShown && <NewHere user={user} {...steps} />}</Suspense>
      <Suspense>{taskId && <TaskOverlay taskId={taskId} onClose={closeTask} />}</Suspense>
    </div>
  )
}
