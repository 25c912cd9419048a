import { type RefObject, useEffect, useState } from 'react'
import { onViewportChange } from '../on-viewport-change.ts'

const OVERSCAN = 20
const STEP = 10

type RowRange = { first: number; last: number }

function visibleRows(element: HTMLElement, height: number, overscan: number): RowRange {
  if (element.clientHeight === 0) return { first: 0, last: overscan * 3 }
  const step = Math.min(STEP, overscan)
  const top = Math.floor(element.scrollTop / height / step) * step
  const seen = Math.ceil(element.clientHeight / height)
  return { first: Math.max(0, top - overscan), last: top + seen + step + overscan }
}

/** Which of `count` rows of one height are visible, with `overscan` more on both sides; the others need not be drawn. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  overscan = OVERSCAN,
): RowRange {
  const [range, setRange] = useState<RowRange>({ first: 0, last: overscan * 3 })
  useEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const look = () => {
      const next = visibleRows(element, height, overscan)
      setRange((old) => (old.first === next.first && old.last === next.last ? old : next))
    }
    look()
    return onViewportChange(element, look)
  }, [scroller, height, overscan])
  return { first: Math.min(range.first, count), last: Math.min(range.last, count) }
}

/** Scrolls only where the row is not visible already. */
export function scrollToRow(element: HTMLElement | null, top: number, height: number, covered = 0) {
  if (!element) return
  if (top < element.scrollTop + covered) element.scrollTop = Math.max(0, top - covered - height * 2)
  else if (top + height > element.scrollTop + element.clientHeight)
    element.scrollTop = top + height * 3 - element.clientHeight
}
