import '@xyflow/react/dist/base.css'
import type { StepType } from '@throughline/contracts/workflows'
import type { Problem } from '@throughline/flow/compile'
import type { StepId } from '@throughline/flow/plan'
import { ReactFlow, ReactFlowProvider, useStore, ViewportPortal } from '@xyflow/react'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { cn } from '../../../ui/cn.ts'
import type { Drawing } from '../model/drawing.ts'
import type { Spot } from '../model/edits.ts'
import { type CanvasTools, DetailContext, detailAt, ToolsContext } from './canvas-context.ts'
import { Dots } from './dots.tsx'
import { type Asking, InsertMenu } from './insert-menu.tsx'
import { layoutOf } from './layout/layout-of.ts'
import { LineLayer } from './line-layer.tsx'
import { MiniMap } from './mini-map.tsx'
import { neighbour } from './neighbour.ts'
import { NodeLayer } from './node-layer.tsx'
import { CLICK_DISTANCE, layerWhileMoving, useMoving } from './use-moving.ts'
import { useNodes } from './use-nodes.ts'
import { useView } from './use-view.ts'
import { ZOOM } from './view.ts'
import { ZoomBar } from './zoom-bar.tsx'

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

function Canvas(props: FlowCanvasProps) {
  const {
    drawing,
    problems = noProblems,
    selected,
    onSelect,
    onInsert,
    marks,
    lines,
    label,
    children,
    revealed,
  } = props
  const { minimap = drawing.steps.length >= MINIMAP_FROM, tools = true } = props
  const { canvas, onMove, onMoveEnd } = useMoving()
  const layout = layoutOf(drawing, props.small)
  const nodes = useNodes({ drawing, layout, problems, marks, selected })
  const view = useView({ canvas, layout, revealed, tools })
  const [asking, setAsking] = useState<Asking>()
  const [focused, focusOn] = useState<StepId>()
  const detail = useStore((state) => detailAt(state.transform[2]))
  const first = marks?.get(drawing.doc.start_step)?.state
  const started = first === 'done' || first === 'open'
  const canAdd = onInsert !== undefined
  const toolbox = useMemo(
    (): CanvasTools => ({
      select: onSelect,
      add: canAdd ? (spot, button) => setAsking({ spot, button }) : undefined,
    }),
    [onSelect, canAdd],
  )
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
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const of = event.target.closest<HTMLElement>('[data-of]')?.dataset.of
    if (of !== undefined) focusOn(of)
    view.onFocus(event)
  }
  return (
    <section
      ref={canvas}
      aria-label={label}
      className={cn(
        'group/canvas relative size-full overflow-hidden bg-board **:[svg]:overflow-visible',
        layerWhileMoving,
      )}
    >
      <ToolsContext value={toolbox}>
        <DetailContext value={detail}>
          <ReactFlow
            minZoom={ZOOM.least}
            maxZoom={ZOOM.most}
            disableKeyboardA11y
            panOnScroll
            zoomActivationKeyCode={['Meta', 'Control']}
            zoomOnDoubleClick={false}
            selectionKeyCode={null}
            multiSelectionKeyCode={null}
            deleteKeyCode={null}
            panActivationKeyCode={null}
            proOptions={{ hideAttribution: true }}
            paneClickDistance={CLICK_DISTANCE}
            onMoveStart={view.onMoveStart}
            onMove={onMove}
            onMoveEnd={onMoveEnd}
            onFocus={onFocus}
            onKeyDown={onKeyDown}
            onPaneClick={() => onSelect?.(undefined)}
          >
            <Growth canvas={canvas} />
            <ViewportPortal>
              <Dots bounds={layout.bounds} />
              <LineLayer lines={layout.lines} marks={lines} selected={selected} started={started} />
              <NodeLayer {...nodes} placed={view.placed} focused={focused} revealed={revealed} />
            </ViewportPortal>
            <div data-canvas-bars className="pointer-events-none absolute inset-0 z-5 *:pointer-events-auto">
              {children}
            </div>
            {tools && <ZoomBar onFit={view.fit} />}
            {minimap && <MiniMap drawing={drawing} layout={layout} />}
          </ReactFlow>
        </DetailContext>
      </ToolsContext>
      <div className="absolute inset-0 z-6 hidden cursor-grabbing group-data-[moving=drag]/canvas:block" />
      {onInsert && <InsertMenu asking={asking} onClose={() => setAsking(undefined)} onInsert={onInsert} />}
    </section>
  )
}

/** Lets + keep its size on the screen whatever the zoom. */
function Growth({ canvas }: { canvas: RefObject<HTMLElement | null> }) {
  const grow = useStore((state) => Math.max(1, 1 / state.transform[2]).toFixed(2))
  useEffect(() => canvas.current?.style.setProperty('--grow', grow), [canvas, grow])
  return null
}
