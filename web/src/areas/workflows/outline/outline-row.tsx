import { memo } from 'react'
import { cn } from '../../../ui/cn.ts'
import { railX } from './outline-geometry.ts'
import type { Row } from './outline-model.ts'
import { StepCells } from './outline-step-row.tsx'
import { WayCells } from './outline-way-row.tsx'

type RowViewProps = { row: Row; focused: boolean; selected: boolean }

/** Its name is one sentence; the cells say the same to the eye. Presses and focus are the tree's, by `data-key`. */
function RowView({ row, focused, selected }: RowViewProps) {
  const isStep = row.kind === 'step'
  const indent = row.kind === 'trigger' ? 7 : railX(row.depth) + (isStep ? -11 : 10)
  return (
    <div
      role="treeitem"
      data-key={row.key}
      aria-level={row.depth + 1}
      aria-posinset={row.place}
      aria-setsize={row.of}
      aria-selected={selected}
      tabIndex={focused ? 0 : -1}
      style={{ height: row.height }}
      className={cn(
        'relative scroll-my-3 rounded-md inset-focus',
        focused || selected ? 'bg-accent-subtle' : 'hover:bg-surface-2',
      )}
    >
      <span className="sr-only">{row.name}</span>
      <div
        aria-hidden
        style={{ paddingLeft: indent }}
        className={cn('flex h-full items-center', isStep ? 'gap-2.5 pr-[110px]' : 'pr-12')}
      >
        {isStep ? <StepCells row={row} /> : <WayCells row={row} />}
      </div>
    </div>
  )
}

/** A row's key holds its spot, and all else is plain values. */
function sameRow(before: Row, after: Row): boolean {
  if (before === after) return true
  const keys = Object.keys(before)
  return (
    keys.length === Object.keys(after).length &&
    keys.every((key) => key === 'spot' || Reflect.get(before, key) === Reflect.get(after, key))
  )
}

/** Rows are made anew with every edit; drawn again is only what differs. */
export const OutlineRow = memo(
  RowView,
  (before, after) =>
    before.focused === after.focused && before.selected === after.selected && sameRow(before.row, after.row),
)
