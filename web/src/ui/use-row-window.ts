import { type RefObject, useEffect, useState } from 'react'

/** Rows beyond the edge of sight; one screen's worth, so that a key or a wheel never shows a gap. */
const OVERSCAN = 16
/** The window moves in steps, so that not every pixel of scrolling renders anew. */
const STEP = 8
const BEFORE_MEASURING = 40

/** `height`: of each row; 0 where nothing was measured yet. */
type RowWindow = { first: number; last: number; height: number }

type RowWindowOptions = {
  /** The element that scrolls; without it every row is shown. */
  scroller: RefObject<HTMLElement | null> | undefined
  count: number
  onNearEnd?: (() => void) | undefined
  /** The rows before which a heading (`data-heading`) stands. */
  headings?: readonly number[]
}

const EVERYTHING = { first: 0, last: Number.POSITIVE_INFINITY, height: 0 }
const NONE: readonly number[] = []

const heightOf = (element: HTMLElement, selector: string) =>
  element.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0

/** Which row lies this far down, below the headings that come before it. */
function rowAt(far: number, height: number, heading: number, headings: readonly number[]): number {
  const passed = headings.findIndex((row, before) => row * height + before * heading >= far)
  return Math.max(0, Math.floor((far - (passed < 0 ? headings.length : passed) * heading) / height))
}

function lookAt(element: HTMLElement, headings: readonly number[]): RowWindow {
  const height = heightOf(element, '[data-row]')
  if (height === 0 || element.clientHeight === 0) return EVERYTHING
  const far = rowAt(element.scrollTop, height, heightOf(element, '[data-heading]'), headings)
  const top = Math.floor(far / STEP) * STEP
  const first = Math.max(0, top - OVERSCAN)
  return { first, last: top + Math.ceil(element.clientHeight / height) + STEP + OVERSCAN, height }
}

/** Which rows of a list, all equally high, are in or near sight. */
export function useRowWindow({ scroller, count, onNearEnd, headings = NONE }: RowWindowOptions): RowWindow {
  const [seen, setSeen] = useState(scroller ? { first: 0, last: BEFORE_MEASURING, height: 0 } : EVERYTHING)
  // Not in the layout phase: there the container, which is further out, is not known yet.
  useEffect(() => {
    const element = scroller?.current
    if (!element) return undefined
    const look = () => {
      const next = lookAt(element, headings)
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
  }, [scroller, count, onNearEnd, headings])
  return { first: Math.min(seen.first, count), last: Math.min(seen.last, count), height: seen.height }
}
