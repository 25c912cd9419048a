import { ZoomIn, ZoomOut } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { Slider } from '../../ui/slider.tsx'
import { texts } from './crop.texts.ts'
import { type Crop, drawnSize, MAX_ZOOM, moved, type Size, SQUARE, VIEW, zoomed } from './crop.ts'

const EDGE = (VIEW - SQUARE) / 2
const FAR = VIEW - EDGE
const STEP = 1
const BIG_STEP = 10
const ZOOM_STEP = 1.1

const OUTSIDE = `M0 0h${VIEW}v${VIEW}H0zM${EDGE} ${EDGE}v${SQUARE}h${SQUARE}V${EDGE}z`
const THIRDS = [1, 2]
  .map((part) => EDGE + (SQUARE / 3) * part)
  .map((at) => `M${at} ${EDGE}v${SQUARE}M${EDGE} ${at}h${SQUARE}`)
  .join('')
const CORNERS =
  `M${EDGE} ${EDGE + 20}V${EDGE}h20M${FAR - 20} ${EDGE}h20v20` +
  `M${FAR} ${FAR - 20}v20h-20M${EDGE + 20} ${FAR}h-20v-20`

/** Where the picture lies in a box of which the square takes `side` pixels, leaving `margin` around it. */
export function placed(size: Size, crop: Crop, side: number, margin: number): CSSProperties {
  const scale = side / SQUARE
  const { width, height } = drawnSize(size, crop.zoom)
  return {
    width: width * scale,
    height: height * scale,
    left: margin + (side - width * scale) / 2 + crop.x * scale,
    top: margin + (side - height * scale) / 2 + crop.y * scale,
  }
}

const DIRECTIONS: Partial<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type CropZoomProps = { size: Size; crop: Crop; onChange: (crop: Crop) => void }
type CropAreaProps = CropZoomProps & { url: string; describedBy: string }

/** Arrow keys move the picture, Shift further; plus and minus zoom; the pointer drags, its wheel zooms. */
export function CropArea({ url, size, crop, onChange, describedBy }: CropAreaProps) {
  const last = useRef<{ x: number; y: number }>(undefined)
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = DIRECTIONS[event.key]
    const factor = event.key === '+' || event.key === '=' ? ZOOM_STEP : event.key === '-' ? 1 / ZOOM_STEP : undefined
    if (direction) {
      const step = event.shiftKey ? BIG_STEP : STEP
      onChange(moved(size, crop, direction[0] * step, direction[1] * step))
    } else if (factor) onChange(zoomed(size, crop, crop.zoom * factor))
    else return
    event.preventDefault()
  }
  const drag = ({ clientX, clientY }: PointerEvent) => {
    if (!last.current) return
    onChange(moved(size, crop, clientX - last.current.x, clientY - last.current.y))
    last.current = { x: clientX, y: clientY }
  }
  const drop = () => {
    last.current = undefined
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- no role names a thing moved by four keys
    <div
      role="application"
      aria-label={texts.position}
      aria-describedby={describedBy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
      tabIndex={0}
      data-first
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        last.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onWheel={({ deltaY }) => onChange(zoomed(size, crop, crop.zoom * (deltaY < 0 ? ZOOM_STEP : 1 / ZOOM_STEP)))}
      style={{ width: VIEW, height: VIEW }}
      className="relative cursor-move touch-none overflow-hidden rounded-lg bg-surface-3 select-none"
    >
      <img
        src={url}
        alt=""
        draggable={false}
        style={placed(size, crop, SQUARE, EDGE)}
        className="absolute max-w-none"
      />
      <svg viewBox={`0 0 ${VIEW} ${VIEW}`} aria-hidden className="pointer-events-none absolute inset-0 size-full">
        <path d={OUTSIDE} fillRule="evenodd" fill="rgb(13 14 13 / .55)" />
        <rect x={EDGE} y={EDGE} width={SQUARE} height={SQUARE} rx="4" fill="none" stroke="#fff" strokeWidth="2" />
        <path d={THIRDS} stroke="#fff" strokeOpacity=".4" />
        <path d={CORNERS} fill="none" stroke="#fff" strokeWidth="5" />
      </svg>
    </div>
  )
}

export function CropZoom({ size, crop, onChange }: CropZoomProps) {
  return (
    <div className="mt-4 flex items-center gap-3 text-fg-3">
      <ZoomOut size={16} aria-hidden />
      <Slider
        label={texts.zoom}
        min={1}
        max={MAX_ZOOM}
        step={0.05}
        value={crop.zoom}
        onChange={(zoom) => onChange(zoomed(size, crop, zoom))}
        className="min-w-0 flex-1"
      />
      <ZoomIn size={16} aria-hidden />
    </div>
  )
}
