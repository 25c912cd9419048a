import { type RefObject, useEffect, useState } from 'react'

/** Rows beyond the edge of sight; one screen's worth, so that a key or a wheel never shows a gap. */
const BEYOND = 16
/** The window moves in steps, so that not every pixel of scrolling renders anew. */
const STEP = 8
const BEFORE_MEASURING = 40

type RowWindow = { first: number; last: number; above: number; below: number }

const EVERYTHING = { first: 0, last: Number.POSITIVE_INFINITY, height: 0 }

function lookAt(element: HTMLElement) {
  const height = element.querySelector<HTMLElement>('tr[data-row]')?.offsetHeight ?? 0
  if (height === 0 || element.clientHeight === 0) return EVERYTHING
  const top = Math.floor(element.scrollTop / height / STEP) * STEP
  const first = Math.max(0, top - BEYOND)
  return { first, last: top + Math.ceil(element.clientHeight / height) + STEP + BEYOND, height }
}

/** Which rows of a table are in or near sight, and how high the others are together. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null> | undefined,
  count: number,
  onNearEnd: (() => void) | undefined,
): RowWindow {
  const [seen, setSeen] = useState(scroller ? { first: 0, last: BEFORE_MEASURING, height: 0 } : EVERYTHING)
  // Not in the layout phase: there the container, which is further out, is not known yet.
  useEffect(() => {
    const element = scroller?.current
    if (!element) return undefined
    const look = () => {
      const next = lookAt(element)
      if (next.last >= count) onNearEnd?.()
      setSeen((old) => (old.first === next.first && old.last === next.last && old.height === next.height ? old : next))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      element.removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [scroller, count, onNearEnd])
  const first = Math.min(seen.first, count)
  const last = Math.min(seen.last, count)
  return { first, last, above: first * seen.height, below: (count - last) * seen.height }
}
