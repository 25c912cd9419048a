import '@xyflow/react/dist/base.css'
import { Menu as Base } from '@base-ui/react/menu'
import type { StepType } from '@throughline/contracts/workflows'
import type { Problem } from '@throughline/flow/compile'
import type { StepId } from '@throughline/flow/plan'
import { type OnMove, Panel, ReactFlow, ReactFlowProvider, useReactFlow, useStore, ViewportPortal } from '@xyflow/react'
import { Maximize, Minus, Plus, Wand2 } from 'lucide-react'
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { MenuGroup, MenuItem } from '../../../ui/menu-items.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { popupBox, popupLayer } from '../../../ui/popup-style.ts'
import type { Drawing } from '../model/drawing.ts'
import type { Spot } from '../model/edits.ts'
import { texts } from './canvas.texts.ts'
import { type CanvasTools, DetailContext, detailAt, ToolsContext } from './canvas-context.ts'
import { neighbour } from './layout/layout.ts'
import { type CanvasLayout, layoutOf } from './layout/layout-of.ts'
import { LineLayer } from './line-layer.tsx'
import { MiniMap } from './mini-map.tsx'
import { NodeLayer } from './node-layer.tsx'
import { STEP_KINDS, STEP_TYPES } from './step-kinds.tsx'
import { useNodes } from './use-nodes.ts'
import { useView } from './use-view.ts'
import { ZOOM } from './view.ts'

const GAP = 20
/** The canvas can be moved about as far beyond the drawing. */
const MAX_PAN = 4000

/** The dots behind the drawing. They move with it, so that moving paints nothing. */
const Dots = memo(function Dots({ bounds }: { bounds: CanvasLayout['bounds'] }) {
  const left = Math.floor((bounds.left - MAX_PAN) / GAP) * GAP
  const top = Math.floor((bounds.top - MAX_PAN) / GAP) * GAP
  return (
    <div
      className="absolute -z-2 bg-[radial-gradient(circle,var(--border-strong)_0.6px,transparent_1.1px)]"
      style={{
        left,
        top,
        width: bounds.right + MAX_PAN - left,
        height: bounds.bottom + MAX_PAN - top,
        backgroundSize: `${GAP}px ${GAP}px`,
      }}
    />
  )
})

/** A press that moves less is a click. */
const CLICK_DISTANCE = 4

const layerWhileMoving = String.raw`data-moving:[&_.react-flow\_\_viewport]:will-change-transform`

/** What ⇧1 types on a keyboard where the digits are below. */
const SHIFT_ONE = '!'

function ZoomBar({ onFit }: { onFit: () => void }) {
  const zoom = useStore((state) => state.transform[2])
  const { zoomIn, zoomOut } = useReactFlow()
  const { zoomIn: closer, zoomOut: further, fit, tidy } = texts.canvas
  usePageKeys(
    useMemo(
      () => [
        { key: SHIFT_ONE, label: fit, act: onFit },
        { key: '+', label: closer, act: () => void zoomIn() },
        { key: '-', label: further, act: () => void zoomOut() },
      ],
      [onFit, zoomIn, zoomOut, fit, closer, further],
    ),
  )
  return (
    <Panel position="bottom-left">
      <div className="flex items-center rounded-md border bg-card p-0.5 shadow-sm">
        <IconButton label={further} kbd="-" side="top" icon={Minus} onClick={() => void zoomOut()} />
        <span className="tnum w-11 text-center text-xs text-fg-2">{`${Math.round(zoom * 100)}%`}</span>
        <IconButton label={closer} kbd="+" side="top" icon={Plus} onClick={() => void zoomIn()} />
        <IconButton label={fit} kbd="⇧1" side="top" icon={Maximize} onClick={onFit} />
        <IconButton label={tidy} side="top" icon={Wand2} onClick={onFit} />
      </div>
    </Panel>
  )
}

/**
 * While the canvas moves it is a layer of its own, so that a frame costs no painting, and under a drag lies a shield, so
 * that the pointer meets one thing instead of thousands. At rest it is painted sharp again.
 */
function useMoving() {
  const canvas = useRef<HTMLDivElement>(null)
  const from = useRef<{ x: number; y: number }>(undefined)
  const handlers = useMemo(() => {
    const onMove: OnMove = (event, { x, y }) => {
      if (!canvas.current || !event) return
      from.current ??= { x, y }
      canvas.current.dataset.moving ??= 'view'
      const far = Math.hypot(x - from.current.x, y - from.current.y) > 2 * CLICK_DISTANCE
      if (far && event.type === 'mousemove') canvas.current.dataset.moving = 'drag'
    }
    const onMoveEnd = () => {
      from.current = undefined
      delete canvas.current?.dataset.moving
    }
    return { onMove, onMoveEnd }
  }, [])
  return { canvas, ...handlers }
}

/** What trying or comparing says about a step. */
export interface StepMark {
  state?: 'done' | 'open' | 'waiting' | 'added' | 'removed' | 'changed'
  /** While trying it stands in the pill; while comparing in the place of what the card says beside its type. */
  note?: string
  dim?: boolean
  badge?: ReactNode
}
export type LineMark = 'taken' | 'added' | 'removed'

export interface FlowCanvasProps {
  drawing: Drawing
  problems?: readonly Problem[]
  selected?: StepId | undefined
  onSelect?: (id: StepId | undefined) => void
  /** Absent: nothing can be added. */
  onInsert?: (spot: Spot, type: StepType) => void
  marks?: ReadonlyMap<StepId, StepMark>
  /** By `${from}>${to}`. */
  lines?: ReadonlyMap<string, LineMark>
  label: string
  /** Shown past 20 steps unless said otherwise. */
  minimap?: boolean
  tools?: boolean
  /** A preview: compact cards however few there are. */
  small?: boolean
  /** Bars that float over the canvas. */
  children?: ReactNode
  /** Panned into view whenever it changes. */
  revealed?: StepId | undefined
}

const noProblems: readonly Problem[] = []
const MINIMAP_FROM = 21

/** A workflow as a picture that lays itself out. Everything in it can also be done from the outline. */
export function FlowCanvas(props: FlowCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}

const CANVAS = {
  minZoom: ZOOM.least,
  maxZoom: ZOOM.most,
  disableKeyboardA11y: true,
  panOnScroll: true,
  zoomActivationKeyCode: ['Meta', 'Control'],
  zoomOnDoubleClick: false,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  deleteKeyCode: null,
  panActivationKeyCode: null,
  proOptions: { hideAttribution: true },
  paneClickDistance: CLICK_DISTANCE,
}

function Canvas(props: FlowCanvasProps) {
  const { drawing, problems = noProblems, selected, onSelect, onInsert, marks, lines, revealed } = props
  const { minimap = drawing.steps.length >= MINIMAP_FROM, tools = true } = props
  const { canvas, onMove, onMoveEnd } = useMoving()
  const layout = useMemo(() => layoutOf(drawing, props.small), [drawing, props.small])
  const nodes = useNodes({ drawing, layout, problems, marks, selected })
  const view = useView({ canvas, layout, revealed, tools })
  const [insertion, setInsertion] = useState<InsertRequest>()
  const { focused, onFocus, onKeyDown } = useStepFocus(props, canvas, layout)
  const detail = useStore((state) => detailAt(state.transform[2]))
  const first = marks?.get(drawing.doc.start_step)?.state
  const canAdd = onInsert !== undefined
  const toolbox = useMemo(
    (): CanvasTools => ({
      select: onSelect,
      add: canAdd ? (spot, button) => setInsertion({ spot, button, open: true }) : undefined,
    }),
    [onSelect, canAdd],
  )
  return (
    <section
      ref={canvas}
      aria-label={props.label}
      className={cn(
        'group/canvas relative size-full overflow-hidden bg-board **:[svg]:overflow-visible',
        layerWhileMoving,
      )}
    >
      <ToolsContext value={toolbox}>
        <DetailContext value={detail}>
          <ReactFlow
            {...CANVAS}
            onMoveStart={view.onMoveStart}
            onMove={onMove}
            onMoveEnd={onMoveEnd}
            onFocus={(event) => {
              onFocus(event)
              view.onFocus(event)
            }}
            onKeyDown={onKeyDown}
            onPaneClick={() => onSelect?.(undefined)}
          >
            <Growth canvas={canvas} />
            <ViewportPortal>
              <Dots bounds={layout.bounds} />
              <LineLayer
                lines={layout.lines}
                marks={lines}
                selected={selected}
                started={first === 'done' || first === 'open'}
              />
              <NodeLayer {...nodes} placed={view.placed} focused={focused} revealed={revealed} />
            </ViewportPortal>
            <div data-canvas-bars className="pointer-events-none absolute inset-0 z-5 *:pointer-events-auto">
              {props.children}
            </div>
            {tools && <ZoomBar onFit={view.fit} />}
            {minimap && <MiniMap drawing={drawing} layout={layout} />}
          </ReactFlow>
        </DetailContext>
      </ToolsContext>
      <div className="absolute inset-0 z-6 hidden cursor-grabbing group-data-[moving=drag]/canvas:block" />
      {onInsert && insertion && (
        <InsertMenu
          request={insertion}
          onClose={() => setInsertion({ ...insertion, open: false })}
          onInsert={onInsert}
        />
      )}
    </section>
  )
}

/** The step that has the focus, and the keys that lead from it to others. */
function useStepFocus(
  { drawing, selected, onSelect }: FlowCanvasProps,
  canvas: RefObject<HTMLElement | null>,
  layout: CanvasLayout,
) {
  const [focused, focusOn] = useState<StepId>()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
    if (target.closest('[data-canvas-bars]')) return
    if (key === 'Escape' && selected !== undefined) onSelect?.(undefined)
    const from = target.dataset.step
    const next = from === undefined ? undefined : neighbour(key, from, drawing, layout)
    if (next === undefined) return
    event.preventDefault()
    // It may be out of sight, and not drawn yet.
    flushSync(() => focusOn(next))
    canvas.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(next)}"]`)?.focus()
  }
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const of = target.closest<HTMLElement>('[data-of]')?.dataset.of
    if (of !== undefined) focusOn(of)
  }
  return { focused, onFocus, onKeyDown }
}

/** Lets + keep its size on the screen whatever the zoom. */
function Growth({ canvas }: { canvas: RefObject<HTMLElement | null> }) {
  const grow = useStore((state) => Math.max(1, 1 / state.transform[2]).toFixed(2))
  useEffect(() => canvas.current?.style.setProperty('--grow', grow), [canvas, grow])
  return null
}

interface InsertRequest {
  spot: Spot
  button: HTMLElement
  /** It stays when it is closed, so that it can fade and give the focus back. */
  open: boolean
}

type InsertMenuProps = {
  request: InsertRequest
  onClose: () => void
  onInsert: (spot: Spot, type: StepType) => void
}

/** One menu for all + of the canvas: hundreds of them would be slow to draw. */
function InsertMenu({ request, onClose, onInsert }: InsertMenuProps) {
  return (
    <Base.Root open={request.open} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={request.button} sideOffset={6} className={popupLayer}>
          <Base.Popup finalFocus={() => (request.open ? request.button : true)} className={`${popupBox} min-w-48`}>
            <MenuGroup label={texts.addStep}>
              {STEP_TYPES.map((type) => (
                <MenuItem key={type} icon={STEP_KINDS[type].icon} onSelect={() => onInsert(request.spot, type)}>
                  {STEP_KINDS[type].label}
                </MenuItem>
              ))}
            </MenuGroup>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
