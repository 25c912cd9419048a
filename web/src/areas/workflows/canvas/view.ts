import type { CanvasLayout } from './layout/layout-of.ts'

/** A rectangle on the screen, counted from the canvas's corner. */
export interface Rect {
  left: number
  top: number
  right: number
  bottom: number
}
interface Size {
  width: number
  height: number
}
interface View {
  x: number
  y: number
  zoom: number
}

export const ZOOM = { least: 0.1, most: 1.5 }
const PADDING = 28
/** The zoom bar and whatever floats beside it. */
const BARS = 76
/** A drawing that would be smaller than this opens at its start instead. */
const READABLE = 0.5
const START_ZOOM = 0.8

export const meet = (a: Rect, b: Rect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Shows the whole drawing, beside or under the bars at the top. */
export function fitted({ bounds }: CanvasLayout, size: Size, bars: readonly Rect[], tools: boolean): View {
  const [width, height] = [bounds.right - bounds.left, bounds.bottom - bounds.top]
  const from = (top: number): View => {
    const bottom = tools ? BARS : PADDING
    const [free, wide] = [size.height - top - bottom, size.width - 2 * PADDING]
    const zoom = Math.max(ZOOM.least, Math.min(1, wide / width, free / height))
    const middle = (bounds.left + bounds.right) / 2
    const y = top + Math.max(0, (free - height * zoom) / 2) - bounds.top * zoom
    return { x: size.width / 2 - middle * zoom, y, zoom }
  }
  const first = from(PADDING)
  const covered = bars
    .filter((bar) => bar.bottom < size.height / 2)
    .filter((bar) =>
      meet(bar, {
        left: first.x + bounds.left * first.zoom,
        right: first.x + bounds.right * first.zoom,
        top: first.y + bounds.top * first.zoom,
        bottom: first.y + bounds.bottom * first.zoom,
      }),
    )
  return covered.length === 0 ? first : from(Math.max(...covered.map((bar) => bar.bottom)) + PADDING / 2)
}

/** What a drawing shows when it is opened. */
export function opened(layout: CanvasLayout, size: Size, bars: readonly Rect[], tools: boolean): View {
  const whole = fitted(layout, size, bars, tools)
  if (whole.zoom >= READABLE) return whole
  const start = layout.boxes[0]
  const zoom = START_ZOOM
  return { x: size.width / 2 - (start?.x ?? 0) * zoom, y: PADDING - layout.bounds.top * zoom, zoom }
}

const CLEAR = 12

/** How far to pan until a rectangle is visible and no bar covers it; zero if it is already. */
export function panInto(rect: Rect, size: Size, bars: readonly Rect[]): { dx: number; dy: number } {
  const into = (from: number, to: number, room: number) => {
    if (from < CLEAR || to - from > room - 2 * CLEAR) return CLEAR - from
    return Math.min(0, room - CLEAR - to)
  }
  const dx = into(rect.left, rect.right, size.width)
  let dy = into(rect.top, rect.bottom, size.height)
  for (const bar of bars) {
    const moved = { left: rect.left + dx, right: rect.right + dx, top: rect.top + dy, bottom: rect.bottom + dy }
    const near = { left: bar.left, right: bar.right, top: bar.top - CLEAR, bottom: bar.bottom + CLEAR }
    if (!meet(moved, near)) continue
    dy += bar.top > size.height / 2 ? near.top - moved.bottom : near.bottom - moved.top
  }
  return { dx, dy }
}
