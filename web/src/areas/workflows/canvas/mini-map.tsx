import type { StepType } from '@throughline/contracts/workflows'
import { Panel, useReactFlow, useStore } from '@xyflow/react'
import { memo, type PointerEvent, useRef } from 'react'
import type { Drawing } from '../model/drawing.ts'
import { texts } from './canvas.texts.ts'
import type { CanvasLayout } from './layout/layout-of.ts'
import { STEP_KINDS } from './step-kinds.tsx'

const SIZE = { width: 164, height: 132 }
const PADDING = 8

type Steps = { id: string; type: StepType; x: number; y: number; w: number; h: number }[]

const StepRects = memo(function StepRects({ steps }: { steps: Steps }) {
  return steps.map(({ id, type, x, y, w, h }) => (
    <rect key={id} x={x - w / 2} y={y} width={w} height={h} rx={8} fill={STEP_KINDS[type].mark} />
  ))
})

/** The whole drawing with what is in sight framed; pressing and dragging in it moves the canvas. */
export function MiniMap({ drawing, layout }: { drawing: Drawing; layout: CanvasLayout }) {
  const [x, y, zoom] = useStore((state) => state.transform)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const { setCenter } = useReactFlow()
  const picture = useRef<HTMLDivElement>(null)
  const { bounds } = layout
  const [wide, high] = [bounds.right - bounds.left, bounds.bottom - bounds.top]
  const unit = Math.max(wide / (SIZE.width - 2 * PADDING), high / (SIZE.height - 2 * PADDING))
  const left = (bounds.left + bounds.right - SIZE.width * unit) / 2
  const top = (bounds.top + bounds.bottom - SIZE.height * unit) / 2
  const steps = layout.boxes.flatMap(({ kind, ...box }) => {
    const type = drawing.at(box.id)?.step.type
    return kind === 'step' && type ? [{ ...box, type }] : []
  })
  const goTo = (event: PointerEvent) => {
    const corner = picture.current?.getBoundingClientRect()
    if (!corner || event.buttons === 0) return
    void setCenter(left + (event.clientX - corner.left) * unit, top + (event.clientY - corner.top) * unit, { zoom })
  }
  return (
    <Panel position="bottom-right">
      <div
        ref={picture}
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
          className="absolute top-0 left-0 border-[1.5px] border-accent bg-card will-change-transform"
          style={{
            width: width / zoom / unit,
            height: height / zoom / unit,
            transform: `translate(${(-x / zoom - left) / unit}px, ${(-y / zoom - top) / unit}px)`,
          }}
        />
        <svg
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, there is no file
          role="img"
          aria-label={texts.canvas.minimap}
          viewBox={`${left} ${top} ${SIZE.width * unit} ${SIZE.height * unit}`}
          {...SIZE}
          className="relative"
        >
          <StepRects steps={steps} />
        </svg>
      </div>
    </Panel>
  )
}
