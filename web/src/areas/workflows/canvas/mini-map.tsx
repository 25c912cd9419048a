import { Panel, useReactFlow, useStoreApi } from '@xyflow/react'
import { memo, type PointerEvent, useEffect, useMemo, useRef } from 'react'
import type { Drawing } from '../model/drawing.ts'
import { texts } from './canvas.texts.ts'
import type { CanvasLayout } from './layout/layout-of.ts'
import { STEP_KINDS } from './step-kinds.tsx'

const SIZE = { width: 164, height: 132 }
const PADDING = 8

/** How the picture lies over the drawing: what one of its points measures there, and where its corner is. */
function fittedInto({ left, right, top, bottom }: CanvasLayout['bounds']) {
  const unit = Math.max((right - left) / (SIZE.width - 2 * PADDING), (bottom - top) / (SIZE.height - 2 * PADDING))
  return { unit, left: (left + right - SIZE.width * unit) / 2, top: (top + bottom - SIZE.height * unit) / 2 }
}

/** One path for all steps of a type. */
function picture(drawing: Drawing, { boxes }: CanvasLayout): [colour: string, path: string][] {
  const paths = new Map<string, string>()
  for (const { id, x, y, w, h } of boxes) {
    const type = drawing.at(id)?.step.type
    if (!type) continue
    const { mark } = STEP_KINDS[type]
    paths.set(mark, `${paths.get(mark) ?? ''}M${x - w / 2} ${y}h${w}v${h}h${-w}z`)
  }
  return [...paths]
}

const Steps = memo(function Steps({ drawing, layout }: { drawing: Drawing; layout: CanvasLayout }) {
  const { unit, left, top } = fittedInto(layout.bounds)
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file
      role="img"
      aria-label={texts.canvas.minimap}
      viewBox={`${left} ${top} ${SIZE.width * unit} ${SIZE.height * unit}`}
      {...SIZE}
      className="relative"
    >
      {picture(drawing, layout).map(([colour, path]) => (
        <path key={colour} fill={colour} d={path} />
      ))}
    </svg>
  )
})

/** The whole drawing with what is in sight framed; pressing and dragging in it moves the canvas. */
export function MiniMap({ drawing, layout }: { drawing: Drawing; layout: CanvasLayout }) {
  const store = useStoreApi()
  const { setCenter } = useReactFlow()
  const map = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { unit, left, top } = useMemo(() => fittedInto(layout.bounds), [layout])
  useEffect(() => {
    // Past React: it follows every frame of a canvas that moves.
    const follow = () => {
      const {
        transform: [x, y, zoom],
        width,
        height,
      } = store.getState()
      const style = frame.current?.style
      style?.setProperty('width', `${width / zoom / unit}px`)
      style?.setProperty('height', `${height / zoom / unit}px`)
      style?.setProperty('transform', `translate(${(-x / zoom - left) / unit}px, ${(-y / zoom - top) / unit}px)`)
    }
    follow()
    return store.subscribe(follow)
  }, [store, unit, left, top])
  const goTo = (event: PointerEvent) => {
    const corner = map.current?.getBoundingClientRect()
    if (!corner || event.buttons === 0) return
    const [, , zoom] = store.getState().transform
    void setCenter(left + (event.clientX - corner.left) * unit, top + (event.clientY - corner.top) * unit, { zoom })
  }
  return (
    <Panel position="bottom-right">
      <div
        ref={map}
        className="relative touch-none overflow-hidden rounded-md border bg-surface-3 shadow-sm"
        style={SIZE}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          goTo(event)
        }}
        onPointerMove={goTo}
      >
        {/* Moved as a layer, so that it paints nothing while the canvas moves. */}
        <div
          ref={frame}
          className="absolute top-0 left-0 border-[1.5px] border-accent bg-card group-data-moving/canvas:will-change-transform"
        />
        <Steps drawing={drawing} layout={layout} />
      </div>
    </Panel>
  )
}
