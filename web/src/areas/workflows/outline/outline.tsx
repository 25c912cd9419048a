import type { Problem } from '@throughline/flow/compile'
import type { StepId } from '@throughline/flow/plan'
import { type KeyboardEvent, type MouseEvent, useMemo } from 'react'
import type { Drawing } from '../model/drawing.ts'
import type { Spot } from '../model/edits.ts'
import { OutlineActs, type RowActs } from './outline-acts.tsx'
import { railsPath, railX, returnLines } from './outline-geometry.ts'
import { OutlineHints } from './outline-hints.tsx'
import { type Row, rowsOf } from './outline-model.ts'
import { movedTo } from './outline-moves.ts'
import { Rails, Returns } from './outline-rails.tsx'
import { OutlineRow } from './outline-row.tsx'
import { useRovingRow } from './use-roving-row.ts'

export type OutlineAct =
  | { kind: 'add'; after: StepId }
  | { kind: 'branch'; of: StepId }
  | { kind: 'move'; id: StepId; by: -1 | 1 }
  | { kind: 'remove'; id: StepId }
  | { kind: 'edit'; id: StepId }
  | { kind: 'insert'; spot: Spot }

type OutlineProps = {
  drawing: Drawing
  problems: readonly Problem[]
  selected?: StepId | undefined
  onSelect: (id: StepId) => void
  /** Absent: read only. */
  onAct?: (act: OutlineAct) => void
  label: string
}

const isWithin = (target: EventTarget, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

/** The workflow as a list that can be read, walked and edited by keys alone. */
export function Outline({ drawing, problems, selected, onSelect, onAct, label }: OutlineProps) {
  const rows = useMemo(() => rowsOf(drawing, problems), [drawing, problems])
  const rails = useMemo(() => railsPath(rows), [rows])
  const returns = useMemo(() => returnLines(rows), [rows])
  const { tree, at, noteFocus, noteBlur, go } = useRovingRow(rows, selected)
  const last = rows.at(-1)
  const height = last ? last.top + last.height : 0
  const width = railX(Math.max(...rows.map(({ depth }) => depth))) + 40
  const current = rows[at]
  const actsAt = (row: Row | undefined) => (onAct && row ? actsOf(row, drawing, onAct) : undefined)
  const placeOf = (target: EventTarget) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null
    return rows.findIndex(({ key }) => key === element?.dataset.key)
  }

  const acts = actsAt(current)

  const open = (row: Row | undefined) => {
    if (row?.kind !== 'step') return
    if (onAct) onAct({ kind: 'edit', id: row.id })
    else onSelect(row.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const here = placeOf(event.target)
    const row = rows[here]
    if (event.altKey) {
      const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined
      if (by === undefined) return
      event.preventDefault()
      if (row?.kind === 'step') onAct?.({ kind: 'move', id: row.id, by })
      return
    }
    const possible = actsAt(row)
    const does: Record<string, (() => void) | undefined> = {
      Enter: () => open(row),
      a: possible?.add,
      b: possible?.branch,
      Backspace: possible?.remove,
      Delete: possible?.remove,
    }
    const next = movedTo(rows, here, key)
    const act = Object.hasOwn(does, key) ? does[key] : undefined
    if (next === undefined && !act) return
    event.preventDefault()
    if (next === undefined) act?.()
    else go(next)
  }
  const onClick = ({ target }: MouseEvent) => {
    const pressed = rows[placeOf(target)]
    if (!pressed) return
    const jump = isWithin(target, '[data-jump]') ? movedTo(rows, rows.indexOf(pressed), 'j') : undefined
    if (jump !== undefined) go(jump)
    else if (pressed.kind === 'step') onSelect(pressed.id)
  }
  return (
    <div className="@container/outline flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pt-3 pb-6">
        <div className="relative">
          <Rails path={rails} width={width} height={height} />
          <Returns lines={returns} height={height} />
          <div
            ref={tree}
            role="tree"
            aria-label={label}
            tabIndex={-1}
            onKeyDown={onKeyDown}
            onClick={onClick}
            onMouseDown={(event) => isWithin(event.target, '[data-jump]') && event.preventDefault()}
            onFocus={({ target }) => noteFocus(placeOf(target))}
            onBlur={({ relatedTarget }) => noteBlur(relatedTarget)}
            className="mr-[66px] outline-none"
          >
            {rows.map((one, n) => (
              <OutlineRow
                key={one.key}
                row={one}
                focused={n === at}
                selected={one.kind === 'step' && one.id === selected}
              />
            ))}
          </div>
          {current && acts && <OutlineActs row={current} acts={acts} />}
        </div>
      </div>
      <OutlineHints readOnly={!onAct} />
    </div>
  )
}

/** What can be done at a row. The last step cannot be deleted. */
function actsOf(row: Row, drawing: Drawing, act: (act: OutlineAct) => void): RowActs {
  const { id, spot } = row
  const add = () => {
    if (row.kind === 'step') act({ kind: 'add', after: row.id })
    else if (spot) act({ kind: 'insert', spot })
  }
  const own = row.kind === 'step' ? row.id : undefined
  return {
    edit: () => own !== undefined && act({ kind: 'edit', id: own }),
    add,
    branch: () => id !== undefined && act({ kind: 'branch', of: id }),
    ...(own !== undefined && drawing.steps.length > 1 && { remove: () => act({ kind: 'remove', id: own }) }),
  }
}
