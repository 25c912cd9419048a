import type { CalendarItem } from '@throughline/contracts/calendar'
import type { CalendarStatus } from '@throughline/contracts/calendar-lists'
import { CircleDot, TriangleAlert } from 'lucide-react'
import { cn } from '../../../ui/cn.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import { texts } from '../calendar.texts.ts'
import { shortTimeOf, whenText } from '../due-words.ts'
import { useCalendarActs } from './calendar-acts.ts'
import { useItemKeys } from './use-item-keys.ts'

export function CalendarGlyph({ status, size = 13 }: { status: CalendarStatus; size?: number }) {
  if (status === 'on_track')
    return <CircleDot size={size} strokeWidth={2} aria-hidden className="shrink-0 text-success-mark" />
  if (status === 'at_risk')
    return <TriangleAlert size={size} strokeWidth={2} aria-hidden className="shrink-0 text-warning-mark" />
  return <StatusGlyph status={status} size={size} />
}

const TONES: Record<CalendarStatus, string> = {
  overdue: 'bg-danger-bg text-danger-fg',
  at_risk: 'bg-warning-bg text-warning-fg',
  completed: 'text-fg-3',
  on_track: 'bg-surface-3 text-fg',
  in_progress: 'bg-info-bg text-info-fg',
  pending: 'bg-surface-3 text-fg-2',
}

type ItemChipProps = {
  item: CalendarItem
  /** With what it belongs to, below its title. */
  two?: boolean
  /** Within a grid, items are reached through their day. */
  inGrid?: boolean
  className?: string
}

/** A task is a line, an instance a card. Both say to readers what the colors say. */
export function ItemChip({ item, two, inGrid, className }: ItemChipProps) {
  const { today, zone, open, movable: mayMove, drag } = useCalendarActs()
  const onKeyDown = useItemKeys(item)
  const { kind, title, status } = item
  const time = shortTimeOf(item, zone)
  const movable = mayMove(item)
  return (
    <button
      type="button"
      data-item={item.id}
      tabIndex={inGrid ? -1 : 0}
      draggable={movable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', title)
        drag({ item, over: undefined })
      }}
      onDragEnd={() => drag(undefined)}
      onClick={() => open(item)}
      onKeyDown={onKeyDown}
      aria-keyshortcuts={movable ? 'M' : undefined}
      className={cn(
        'flex w-full min-w-0 shrink-0 items-center gap-1.5 rounded-[5px] px-1.5 text-left text-xs hover:brightness-[0.97]',
        two ? 'h-[38px]' : 'h-6',
        TONES[status],
        kind === 'instance' &&
          status !== 'completed' &&
          'border border-[color-mix(in_oklab,currentColor_26%,transparent)] font-medium',
        className,
      )}
    >
      <CalendarGlyph status={status} />
      <span translate="no" className="min-w-0 flex-1">
        <span className="block truncate">{title}</span>
        {two && (
          <span className="block truncate text-2xs font-normal">
            {kind === 'task' ? item.instance.name : item.workflow.name}
          </span>
        )}
      </span>
      {time && (
        <span translate="no" className="tnum shrink-0 text-2xs">
          {time}
        </span>
      )}
      <span className="sr-only">{texts.said(texts.kinds[kind], texts.statuses[status], whenText(item, today))}</span>
    </button>
  )
}
