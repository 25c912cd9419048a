export type Side = 'top' | 'bottom' | 'left' | 'right'

const GAP = 6
const EDGE = 8

/** Puts a fixed element beside an anchor, on the other side when there is no room, and inside the window. */
export function placeBeside(element: HTMLElement, anchor: HTMLElement, side: Side) {
  const a = anchor.getBoundingClientRect()
  const own = element.getBoundingClientRect()
  const below = a.bottom + GAP
  const above = a.top - GAP - own.height
  const right = a.right + GAP
  const left = a.left - GAP - own.width
  const middleX = a.left + (a.width - own.width) / 2
  const middleY = a.top + (a.height - own.height) / 2
  const fitsBelow = below + own.height <= innerHeight - EDGE
  const fitsRight = right + own.width <= innerWidth - EDGE
  const spots: Record<Side, [number, number]> = {
    bottom: [middleX, fitsBelow ? below : above],
    top: [middleX, above >= EDGE ? above : below],
    right: [fitsRight ? right : left, middleY],
    left: [left >= EDGE ? left : right, middleY],
  }
  const [x, y] = spots[side]
  const clamp = (value: number, limit: number) => Math.round(Math.max(EDGE, Math.min(value, limit - EDGE)))
  element.style.transform = `translate(${clamp(x, innerWidth - own.width)}px, ${clamp(y, innerHeight - own.height)}px)`
}
