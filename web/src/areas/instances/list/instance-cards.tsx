import type { InstanceRow } from '@throughline/contracts/instances'
import { memo, type ReactNode } from 'react'
import { DueDate } from '../../../shared/due-date.tsx'
import { cardGrid } from '../../../shared/list-page/list-loading.tsx'
import { ListCheckbox, ListEnd } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { DeletedAgo } from '../../../shared/time-ago.tsx'
import { cn } from '../../../ui/cn.ts'
import { Priority } from '../../../ui/priority.tsx'
import { texts } from '../instances.texts.ts'
import { AvatarStack, Progress, peopleOf, Why } from '../parts/facts.tsx'
import { InstanceStatusPill } from '../parts/instance-status.tsx'
import { TitleLink } from './name-cell.tsx'
import { isOpen } from './rights.ts'

const wholeCard =
  'after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 ' +
  'focus-visible:after:outline-offset-2 focus-visible:after:outline-focus'

type InstanceCardsProps = { list: List<InstanceRow>; menu: (instance: InstanceRow) => ReactNode }

export function InstanceCards({ list, menu }: InstanceCardsProps) {
  const isMarked = (id: string) => list.selection.chosen.has(id) || id === list.current
  return (
    <>
      <ul className={cardGrid}>
        {list.rows.map((instance) => (
          <li
            key={instance.id}
            data-row={instance.id}
            className={cn(
              'card relative rounded-lg border bg-card p-4 shadow-xs [contain-intrinsic-size:auto_200px] [content-visibility:auto] hover:border-line-strong hover:shadow-sm',
              instance.status === 'failed' && 'border-danger-line',
              isMarked(instance.id) && 'border-accent-line bg-accent-subtle',
            )}
          >
            <div className="flex items-center gap-2 text-xs text-fg-3">
              <span className="relative z-1 empty:hidden">
                <ListCheckbox list={list} id={instance.id} name={instance.title} />
              </span>
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
      <ListEnd list={list} />
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
              <DueDate of={instance} done={!isOpen(instance)} />
            </span>
          )
        )}
        <span className="ml-auto">
          <AvatarStack people={peopleOf(instance)} />
        </span>
      </div>
    </>
  )
})
