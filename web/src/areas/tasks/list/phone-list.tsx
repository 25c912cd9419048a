import type { TaskRow } from '@throughline/contracts/tasks'
import { type ReactNode, useMemo } from 'react'
import { ListEnd } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { useNow } from '../../../shared/use-now.ts'
import { cn } from '../../../ui/cn.ts'
import { dueGroups } from '../parts/due-groups.ts'
import { PhoneRow } from '../parts/phone-row.tsx'
import { dueGroupLabels } from '../parts/task-labels.ts'
import { TaskLink } from './task-link.tsx'

type PhoneListProps = {
  list: List<TaskRow>
  zone: string
  /** By when they are due; in any other order groups would fall apart. */
  grouped: boolean
  claim?: ((task: TaskRow) => ReactNode) | undefined
}

/** Two lines for each, targets as high as a thumb. */
export function PhoneList({ list, zone, grouped, claim }: PhoneListProps) {
  const { rows: tasks } = list
  const now = useNow()
  const groups = useMemo(() => (grouped ? dueGroups(tasks, zone, now) : []), [grouped, tasks, zone, now])
  if (!grouped)
    return (
      <>
        <Rows tasks={tasks} claim={claim} />
        <ListEnd list={list} />
      </>
    )
  return (
    <>
      {groups.map(({ name, tasks: own }) => (
        <section key={`${name} ${own[0]?.id}`} aria-label={dueGroupLabels[name]}>
          <h2
            className={cn(
              'sticky top-0 z-(--z-sticky) border-b bg-surface-2 px-4 py-1.5 text-xs font-medium',
              name === 'overdue' ? 'text-danger-fg' : 'text-fg-2',
            )}
          >
            {dueGroupLabels[name]}
            <span translate="no" className="tnum ml-1.5 font-normal">
              {own.length}
            </span>
          </h2>
          <Rows tasks={own} claim={claim} />
        </section>
      ))}
      <ListEnd list={list} />
    </>
  )
}

function Rows({ tasks, claim }: Pick<PhoneListProps, 'claim'> & { tasks: readonly TaskRow[] }) {
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
