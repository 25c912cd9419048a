import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { onViewportChange } from '../on-viewport-change.ts'
import type { PageSize } from './draw-page.ts'

const GAP = 16
const TOP = 24
/** What stays in sight above a page that was gone to. */
const ABOVE = 8

export type Pages = {
  /** Where each begins, in pixels, and where the last one ends. */
  tops: number[]
  total: number
  first: number
  last: number
  /** The one that is read now, from 1. */
  page: number
  goTo: (page: number) => void
}

/** Where the pages stand at this scale. */
export function placesOf(sizes: readonly PageSize[], scale: number): { tops: number[]; total: number } {
  let top = TOP
  const tops = sizes.map(({ height }) => {
    const own = top
    top += height * scale + GAP
    return own
  })
  return { tops, total: top + TOP - GAP }
}

/** The last one that begins above a place. */
export function pageAt(tops: readonly number[], place: number): number {
  let low = 0
  let high = tops.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((tops[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low + 1
}

/** Which pages are in or next to sight, however many there are. */
export function usePages(scroller: RefObject<HTMLElement | null>, sizes: readonly PageSize[], scale: number): Pages {
  const { tops, total } = useMemo(() => placesOf(sizes, scale), [sizes, scale])
  // Where several fit into sight, the one that was gone to is read until somebody scrolls.
  const sought = useRef<{ page: number; top: number }>(undefined)
  const [sight, setSight] = useState({ first: 1, last: 1, page: 1 })
  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const { scrollTop, clientHeight, scrollHeight } = element
    const atEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2
    const seen = atEnd ? tops.length : pageAt(tops, scrollTop + clientHeight / 3)
    const next = {
      first: Math.max(1, pageAt(tops, scrollTop) - 1),
      last: Math.min(tops.length, pageAt(tops, scrollTop + clientHeight) + 1),
      page: sought.current?.top === scrollTop ? sought.current.page : seen,
    }
    setSight((old) => (old.first === next.first && old.last === next.last && old.page === next.page ? old : next))
  }, [scroller, tops])
  const goTo = useCallback(
    (page: number) => {
      const element = scroller.current
      if (!element) return
      element.scrollTo({ top: (tops[page - 1] ?? 0) - ABOVE })
      sought.current = { page, top: element.scrollTop }
      look()
    },
    [scroller, tops, look],
  )
  useEffect(() => {
    const element = scroller.current
    return element ? onViewportChange(element, look) : undefined
  }, [look, scroller])
  return { tops, total, goTo, ...sight }
}
