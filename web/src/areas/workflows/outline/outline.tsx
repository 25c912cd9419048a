import type { Problem } from '@throughline/flow/compile'
import type { StepId } from '@throughline/flow/plan'
import { type KeyboardEvent, type MouseEvent, memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Kbd } from '../../../ui/kbd.tsx'
import { altKey, DELETE_KEY } from '../../../ui/platform-keys.ts'
import type { Drawing } from '../model/drawing.ts'
import type { Spot } from '../model/edits.ts'
import { texts } from './outline.texts.ts'
import { OutlineActs, type RowActs } from './outline-acts.tsx'
import { type ReturnLine, railsPath, railX, returnLines } from './outline-geometry.ts'
import { movedTo, type Row, rowsOf } from './outline-model.ts'
import { OutlineRow } from './outline-row.tsx'

const drawn = { fill: 'none', stroke: 'var(--neutral-mark)', strokeWidth: 1.5 } as const

/** Draws what the rows say in words. */
const Rails = memo(function Rails({ path, width, height }: { path: string; width: number; height: number }) {
  return (
    <svg {...drawn} aria-hidden width={width} height={height} className="pointer-events-none absolute top-0 left-0 z-1">
      <path d={path} />
    </svg>
  )
})

const tabStop = '[data-key][tabindex="0"]'

/**
 * The one row of the tree that can be tabbed to. It stays on its row through every edit; when the row goes, the one
 * that took its place has the focus. A step chosen elsewhere becomes the row.
 */
function useRovingRow(rows: readonly Row[], selected: string | undefined) {
  const tree = useRef<HTMLDivElement>(null)
  const [held, setHeld] = useState<{ key: string; place: number }>()
  const [shown, setShown] = useState<string>()
  const placeOfStep = (id: string | undefined) => rows.findIndex((row) => row.kind === 'step' && row.id === id)
  const hold = (place: number) => setHeld({ key: rows[place]?.key ?? '', place })

  const chosen = placeOfStep(selected)
  if (selected !== shown && (selected === undefined || chosen >= 0)) {
    setShown(selected)
    if (chosen >= 0) hold(chosen)
  }
  const own = rows.findIndex(({ key }) => key === held?.key)
  const firstStep = rows.findIndex(({ kind }) => kind === 'step')
  const at = own >= 0 ? own : Math.max(0, Math.min(held?.place ?? firstStep, rows.length - 1))

  // A row that is removed or moved loses the focus to the page, and a row that another one followed must pass it on.
  const inside = useRef(false)
  useLayoutEffect(() => {
    if (!inside.current) return
    const now = document.activeElement
    const row = tree.current?.querySelector<HTMLElement>(tabStop)
    const strayed =
      now === document.body || (now !== row && now instanceof HTMLElement && now.dataset.key !== undefined)
    if (strayed) row?.focus()
  })
  useEffect(() => {
    if (shown !== undefined) tree.current?.querySelector(tabStop)?.scrollIntoView?.({ block: 'nearest' })
  }, [shown])

  return {
    tree,
    at,
    /** The focus came to a row by itself. */
    noteFocus: (place: number) => {
      inside.current = true
      if (place >= 0) hold(place)
    },
    noteBlur: (into: EventTarget | null) => {
      if (into instanceof Node && !tree.current?.contains(into)) inside.current = false
    },
    go: (place: number) => {
      hold(place)
      tree.current?.querySelectorAll<HTMLElement>('[data-key]')[place]?.focus()
    },
  }
}

function Returns({ lines, height }: { lines: readonly ReturnLine[]; height: number }) {
  return (
    <svg {...drawn} aria-hidden width={64} height={height} className="pointer-events-none absolute top-0 right-0">
      {lines.map(({ key, line, head }) => (
        <g key={key}>
          <path strokeDasharray="5 4" d={line} />
          <path d={head} strokeLinecap="round" strokeLinejoin="round" strokeWidth={2} />
        </g>
      ))}
    </svg>
  )
}

type Hint = [keys: string[], does: string]

const { keys } = texts
const moving: Hint[] = [
  [['↑', '↓'], keys.move],
  [['←', '→'], keys.branch],
]
const finding: Hint[] = [
  [['J'], keys.jump],
  [['I'], keys.issue],
]
const editing: Hint[] = [
  ...moving,
  [['↵'], keys.edit],
  [['A'], keys.addAfter],
  [['B'], keys.addBranch],
  [[altKey('↑'), altKey('↓')], keys.reorder],
  ...finding,
  [[DELETE_KEY], keys.remove],
]
const reading: Hint[] = [...moving, [['↵'], keys.open], ...finding]

function OutlineHints({ readOnly }: { readOnly: boolean }) {
  return (
    <ul
      aria-label={keys.label}
      className="flex h-10 shrink-0 items-center gap-4 overflow-hidden border-t bg-surface-2 px-4 text-xs text-nowrap text-fg-3"
    >
      {(readOnly ? reading : editing).map(([names, does]) => (
        <li key={does} className="inline-flex items-center gap-1">
          {names.map((name) => (
            <Kbd key={name}>{name}</Kbd>
          ))}
          <span className="ml-0.5">{does}</span>
        </li>
      ))}
    </ul>
  )
}

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
  const onKeyDown = (event: KeyboardEvent) => {
    const here = placeOf(event.target)
    const act = actFor(event, rows, here, { acts: actsAt(rows[here]), onSelect, onAct, go })
    if (!act) return
    event.preventDefault()
    act()
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

type RowKeys = Pick<OutlineProps, 'onSelect' | 'onAct'> & { acts: RowActs | undefined; go: (place: number) => void }

/** What a key does at a row; nothing where the key means nothing there. */
function actFor(event: KeyboardEvent, rows: readonly Row[], here: number, { acts, onSelect, onAct, go }: RowKeys) {
  if (event.ctrlKey || event.metaKey) return undefined
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const row = rows[here]
  const id = row?.kind === 'step' ? row.id : undefined
  if (event.altKey) {
    const by = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined
    return by && (() => id !== undefined && onAct?.({ kind: 'move', id, by }))
  }
  const next = movedTo(rows, here, key)
  if (next !== undefined) return () => go(next)
  const open = () => id !== undefined && (onAct ? onAct({ kind: 'edit', id }) : onSelect(id))
  const actions: Record<string, (() => unknown) | undefined> = {
    Enter: open,
    a: acts?.add,
    b: acts?.branch,
    Backspace: acts?.remove,
    Delete: acts?.remove,
  }
  return Object.hasOwn(actions, key) ? actions[key] : undefined
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
