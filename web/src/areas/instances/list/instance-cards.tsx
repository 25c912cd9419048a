import type { InstanceRow } from '@throughline/contracts/instances'
import { memo, type ReactNode, type RefObject } from 'react'
import { DueDate } from '../../../shared/due-date.tsx'
import { DeletedAgo } from '../../../shared/time-ago.tsx'
import { cn } from '../../../ui/cn.ts'
import { Priority } from '../../../ui/priority.tsx'
import { useEndInSight } from '../../../ui/use-end-in-sight.ts'
import { texts } from '../instances.texts.ts'
import { Faces } from '../parts/faces.tsx'
import { InstanceStatusPill } from '../parts/instance-status.tsx'
import { Progress, peopleOf, Why } from './facts.tsx'
import { isOpen } from './rights.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import { TitleLink } from './title-link.tsx'

const wholeCard =
  'after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 ' +
  'focus-visible:after:outline-offset-2 focus-visible:after:outline-focus'

type InstanceCardsProps = {
  instances: readonly InstanceRow[]
  menu: (instance: InstanceRow) => ReactNode
  selected: ReadonlySet<string>
  onToggle: ((id: string, on: boolean, range: boolean) => void) | undefined
  current: string | undefined
  scroller: RefObject<HTMLElement | null>
  onNearEnd: () => void
}

export function InstanceCards(props: InstanceCardsProps) {
  const { instances, menu, selected, onToggle, current, scroller, onNearEnd } = props
  const end = useEndInSight(scroller, onNearEnd)
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(270px,100%),1fr))] gap-3 p-4">
        {instances.map((instance) => (
          <li
            key={instance.id}
            data-row={instance.id}
            className={cn(
              'card relative rounded-lg border bg-card p-4 shadow-xs [contain-intrinsic-size:auto_200px] [content-visibility:auto] hover:border-line-strong hover:shadow-sm',
              instance.status === 'failed' && 'border-danger-line',
              (selected.has(instance.id) || instance.id === current) && 'border-accent-line bg-accent-subtle',
            )}
          >
            <div className="flex items-center gap-2 text-xs text-fg-3">
              {onToggle && (
                <span className="relative z-1">
                  <RowCheckbox
                    name={instance.title}
                    checked={selected.has(instance.id)}
                    onToggle={(on, range) => onToggle(instance.id, on, range)}
                  />
                </span>
              )}
              <span translate="no" className="tnum flex-1">
                {instance.key}
              </span>
              <InstanceStatusPill status={instance.status} />
              <span className="relative z-1 -my-1 -mr-1.5">{menu(instance)}</span>
            </div>
            <CardFacts instance={instance} />
          </li>
        ))}
      </ul>
      <div ref={end} />
    </>
  )
}

const CardFacts = memo(function CardFacts({ instance }: { instance: InstanceRow }) {
  const { template, priority, due_date, deleted_at } = instance
  return (
    <>
      <h2 translate="no" className="mt-2 text-md">
        <TitleLink instance={instance} className={wholeCard} />
      </h2>
      <p translate="no" className="truncate text-xs text-fg-3">
        {template}
      </p>
      <div className="mt-3.5">
        <Progress instance={instance} />
      </div>
      <p className="mt-2.5 truncate text-sm">
        <Why instance={instance} />
      </p>
      <div className="mt-3 flex h-8 items-end gap-2.5 border-t text-xs">
        <Priority level={priority} label={texts.priorities[priority]} />
        {deleted_at ? (
          <DeletedAgo at={deleted_at} />
        ) : (
          due_date && (
            <span className="text-fg-2">
              {isOpen(instance) && <>{texts.due} </>}
              <DueDate
                due={due_date}
                hasTime={instance.due_has_time}
                overdueAt={instance.overdue_at}
                done={!isOpen(instance)}
              />
            </span>
          )
        )}
        <span className="ml-auto">
          <Faces people={peopleOf(instance)} />
        </span>
      </div>
    </>
  )
})
