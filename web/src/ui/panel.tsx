import { X } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { cn } from './cn.ts'
import { IconButton } from './icon-button.tsx'
import { readStored, writeStored } from './stored.ts'
import { uiTexts } from './ui.texts.ts'

const PANEL_MIN = 360
const PANEL_MAX = 640
const STEP = 16
const KINDS = {
  object: { key: 'panel-width', width: 408 },
  /** A task with its form. */
  task: { key: 'task-panel-width', width: 472 },
  /** Something is made in it: forms, code, a drawing. */
  work: { key: 'work-panel-width', width: 608 },
  /** Settings beside what came of them: over what it was opened from until there is room for both. */
  wide: { key: 'wide-panel-width', width: 792 },
}
type PanelKind = keyof typeof KINDS

const maxOf = (kind: PanelKind) => (kind === 'wide' ? 960 : PANEL_MAX)

const clamp = (kind: PanelKind, width: number) => Math.round(Math.min(maxOf(kind), Math.max(PANEL_MIN, width)))

/** The panel's width and what its left edge needs to change it. */
function usePanelWidth(kind: PanelKind) {
  const { key, width: usual } = KINDS[kind]
  const [width, setWidth] = useState(() => clamp(kind, Number(readStored(key)) || usual))
  const [drag, setDrag] = useState<{ pointer: number; width: number } | null>(null)
  const keep = (next: number) => {
    setWidth(next)
    writeStored(key, String(next))
  }
  const handle = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ pointer: event.clientX, width })
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag) setWidth(clamp(kind, drag.width + drag.pointer - event.clientX))
    },
    onPointerUp: () => {
      if (drag) keep(width)
      setDrag(null)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const next = keyTarget(kind, event.key, width)
      if (next === undefined) return
      event.preventDefault()
      keep(clamp(kind, next))
    },
  }
  return { width, handle }
}

function keyTarget(kind: PanelKind, key: string, width: number): number | undefined {
  if (key === 'ArrowLeft') return width + STEP
  if (key === 'ArrowRight') return width - STEP
  if (key === 'Home') return PANEL_MIN
  if (key === 'End') return maxOf(kind)
  return undefined
}

/** What had the focus may be gone with what it did: the focus then stays with the panel. */
function useKeptFocus() {
  const panel = useRef<HTMLElement>(null)
  const focused = useRef<Element>(null)
  useEffect(() => {
    if (focused.current?.isConnected === false && document.activeElement === document.body) panel.current?.focus()
  })
  return {
    ref: panel,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target
    },
    onBlur: () => {
      focused.current = null
    },
  }
}

type PanelProps = {
  /** Names the panel; stands in its header unless there is a `place`. */
  title: string
  /** Where one is ("Team 1 of 6"); the content then begins with its own heading. */
  place?: string
  /** Before the title. */
  glyph?: ReactNode
  /** Icon buttons before Close. */
  actions?: ReactNode
  /** Ends in one primary button. */
  footer?: ReactNode
  onClose: () => void
  /** Each kind remembers a width of its own. */
  kind?: PanelKind
  children: ReactNode
}

/**
 * One object beside the list it was opened from. Its left edge can be dragged or moved with the arrow keys; the width is
 * remembered. The container around list and panel is a `@container`: under 1100 px the panel lies over the list, unless that says `data-panels="beside"`.
 */
export function Panel({ title, place, glyph, actions, footer, onClose, kind = 'object', children }: PanelProps) {
  const { width, handle } = usePanelWidth(kind)
  const kept = useKeptFocus()
  return (
    <aside
      {...kept}
      aria-label={title}
      // Keys lead into it from the list.
      tabIndex={-1}
      style={{ width }}
      className={cn(
        'inset-focus absolute inset-y-0 right-0 z-(--z-panel) flex max-w-full flex-col border-l bg-surface shadow-lg @min-[1100px]:relative @min-[1100px]:shrink-0 @min-[1100px]:shadow-none',
        kind !== 'wide' &&
          'in-data-[panels=beside]:relative in-data-[panels=beside]:shrink-0 in-data-[panels=beside]:shadow-none max-[1180px]:in-data-[panels=beside]:w-[356px]!',
      )}
    >
      <button
        {...handle}
        type="button"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <hr> takes no focus, a splitter must
        role="separator"
        aria-orientation="vertical"
        aria-label={uiTexts.resizePanel}
        aria-valuenow={width}
        aria-valuemin={PANEL_MIN}
        aria-valuemax={maxOf(kind)}
        className="absolute inset-y-0 -left-1 z-10 w-2 cursor-col-resize touch-none hover:bg-accent-line focus-visible:bg-accent-line"
      />
      <header className="flex h-14 shrink-0 items-center gap-1 border-b pr-2 pl-4">
        {glyph && <span className="mr-1.5 shrink-0">{glyph}</span>}
        {place ? (
          <p className="tnum min-w-0 flex-1 truncate text-sm text-fg-3">{place}</p>
        ) : (
          <h2 className="min-w-0 flex-1 truncate text-sm font-medium">{title}</h2>
        )}
        {actions}
        <IconButton label={uiTexts.close} kbd="Escape" icon={X} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
      {footer && (
        <footer data-foot className="flex shrink-0 gap-2 border-t p-3">
          {footer}
        </footer>
      )}
    </aside>
  )
}
