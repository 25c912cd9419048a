import type { InstanceRow } from '@throughline/contracts/instances'
import { ChevronRight } from 'lucide-react'
import { memo, type ReactNode, useCallback, useState } from 'react'
import { DueDate } from '../../../shared/due-date.tsx'
import { ListEnd } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { DeletedAgo } from '../../../shared/time-ago.tsx'
import { cn } from '../../../ui/cn.ts'
import { RowCheckbox } from '../../../ui/row-checkbox.tsx'
import { spec, texts } from '../instances.texts.ts'
import { Progress, Why } from '../parts/facts.tsx'
import { InstanceStatusPill } from '../parts/instance-status.tsx'
import { ExpandedSteps } from './expanded-steps.tsx'
import { NameCell } from './name-cell.tsx'
import { isOpen, type Subject } from './rights.ts'

const grid =
  'grid items-center gap-x-2.5 px-4 grid-cols-[28px_26px_minmax(0,1fr)_112px_32px] ' +
  '@min-[760px]:grid-cols-[28px_26px_minmax(0,1.2fr)_112px_128px_minmax(0,1fr)_76px_32px]'
const roomy = 'hidden @min-[760px]:block'

type Toggle = (id: string, on: boolean, range: boolean) => void

type InstanceLinesProps = {
  list: List<InstanceRow>
  menu: (instance: InstanceRow) => ReactNode
  onDelete: ((instance: Subject) => void) | undefined
}

/** A list whose rows open to show their steps. */
export function InstanceLines({ list, menu, onDelete }: InstanceLinesProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const onOpen = useCallback(
    (id: string) =>
      setOpened((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id])),
    [],
  )
  return (
    <>
      <div
        aria-hidden
        className={cn(grid, 'sticky top-0 z-(--z-sticky) h-9 border-b bg-surface-2 text-xs font-medium text-fg-3')}
      >
        <span className="col-start-3">{texts.columns.instance}</span>
        <span>{texts.columns.status}</span>
        <span className={roomy}>{texts.columns.progress}</span>
        <span className={roomy}>{texts.columns.waiting}</span>
        <span className={cn(roomy, 'text-right')}>{spec.dueDate}</span>
      </div>
      <ul aria-label={texts.ofWorkflow}>
        {list.rows.map((instance) => (
          <Line
            key={instance.id}
            instance={instance}
            menu={menu}
            opened={opened.has(instance.id)}
            onOpen={onOpen}
            selected={list.selection.chosen.has(instance.id)}
            onToggle={list.selectable ? list.selection.toggle : undefined}
            onDelete={onDelete}
          />
        ))}
      </ul>
      <ListEnd list={list} />
    </>
  )
}

type LineProps = Pick<InstanceLinesProps, 'menu' | 'onDelete'> & {
  onToggle: Toggle | undefined
  instance: InstanceRow
  opened: boolean
  onOpen: (id: string) => void
  selected: boolean
}

const Line = memo(function Line({ instance, menu, opened, onOpen, selected, onToggle, onDelete }: LineProps) {
  const { id, title, status, deleted_at } = instance
  return (
    <li
      data-row={id}
      className={cn(
        'border-b [contain-intrinsic-size:auto_49px] [content-visibility:auto]',
        selected ? 'bg-accent-subtle' : opened ? 'bg-surface-2' : 'hover:bg-surface-2',
      )}
    >
      <div className={cn(grid, 'h-12')}>
        {onToggle && <RowCheckbox name={title} checked={selected} onToggle={(on, range) => onToggle(id, on, range)} />}
        {!deleted_at && (
          <button
            type="button"
            aria-expanded={opened}
            aria-label={texts.stepsOf(title)}
            onClick={() => onOpen(id)}
            className="col-start-2 grid size-6 place-items-center rounded-xs text-fg-3 hover:bg-surface-3"
          >
            <ChevronRight size={15} aria-hidden className={cn(opened && 'rotate-90')} />
          </button>
        )}
        <span className="col-start-3 min-w-0">
          <NameCell instance={instance} wide={false} />
        </span>
        <span className="flex min-w-0">
          <InstanceStatusPill plain status={status} />
        </span>
        <span className={roomy}>
          <Progress instance={instance} />
        </span>
        <span className={cn(roomy, 'truncate')}>
          {deleted_at ? <DeletedAgo at={deleted_at} /> : <Why instance={instance} />}
        </span>
        <span className={cn(roomy, 'text-right')}>
          <DueDate of={instance} done={!isOpen(instance)} />
        </span>
        <span className="col-start-5 justify-self-end @min-[760px]:col-start-8">{menu(instance)}</span>
      </div>
      {opened && !deleted_at && <ExpandedSteps instanceId={id} title={title} onDelete={onDelete} />}
    </li>
  )
})
