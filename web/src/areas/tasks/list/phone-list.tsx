import type { TaskRow } from '@throughline/contracts/tasks'
import { type ReactNode, type RefObject, useMemo } from 'react'
import { useNow } from '../../../shared/use-now.ts'
import { cn } from '../../../ui/cn.ts'
import { useEndInSight } from '../../../ui/use-end-in-sight.ts'
import { dueGroups } from '../parts/due-groups.ts'
import { PhoneRow } from '../parts/phone-row.tsx'
import { dueGroupWords } from '../parts/task-words.ts'
import { TaskLink } from './task-link.tsx'

type PhoneListProps = {
  tasks: readonly TaskRow[]
  zone: string
  /** By when they are due; in any other order groups would fall apart. */
  grouped: boolean
  claim?: ((task: TaskRow) => ReactNode) | undefined
  scroller: RefObject<HTMLElement | null>
  onNearEnd: () => void
}

/** Two lines for each, targets as high as a thumb. */
export function PhoneList({ tasks, zone, grouped, claim, scroller, onNearEnd }: PhoneListProps) {
  const now = useNow()
  const end = useEndInSight(scroller, onNearEnd)
  const groups = useMemo(() => (grouped ? dueGroups(tasks, zone, now) : []), [grouped, tasks, zone, now])
  if (!grouped)
    return (
      <>
        <Rows tasks={tasks} claim={claim} />
        <div ref={end} aria-hidden className="h-px" />
      </>
    )
  return (
    <>
      {groups.map(({ name, tasks: own }) => (
        <section key={`${name} ${own[0]?.id}`} aria-label={dueGroupWords[name]}>
          <h2
            className={cn(
              'sticky top-0 z-(--z-sticky) border-b bg-surface-2 px-4 py-1.5 text-xs font-medium',
              name === 'overdue' ? 'text-danger-fg' : 'text-fg-2',
            )}
          >
            {dueGroupWords[name]}
            <span translate="no" className="tnum ml-1.5 font-normal">
              {own.length}
            </span>
          </h2>
          <Rows tasks={own} claim={claim} />
        </section>
      ))}
      <div ref={end} aria-hidden className="h-px" />
    </>
  )
}

function Rows({ tasks, claim }: Pick<PhoneListProps, 'tasks' | 'claim'>) {
  return (
    <ul>
      {tasks.map((task) => (
        <PhoneRow
          key={task.id}
          task={task}
          link={<TaskLink task={task} className="row-target block truncate text-md font-medium" />}
          act={claim?.(task)}
        />
      ))}
    </ul>
  )
}
