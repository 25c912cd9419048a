import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Hit } from '../find/hits.ts'
import type { Viewing } from '../use-viewing.ts'

const CURRENT = 'mark[aria-current]'

function center(place: HTMLElement | null): boolean {
  const mark = place?.querySelector(CURRENT)
  mark?.scrollIntoView({ block: 'center', inline: 'nearest' })
  return Boolean(mark)
}

/** Leads to a hit once; whoever scrolls away afterwards is left alone. Answers what a page calls when its words are marked. */
export function useShownHit(
  hit: Hit | undefined,
  { scroller, toPage }: Viewing,
): (page: RefObject<HTMLElement | null>) => void {
  const awaited = useRef(false)
  useEffect(() => {
    awaited.current = hit !== undefined && !center(scroller.current)
    if (hit && awaited.current) toPage(hit.piece + 1)
  }, [hit, scroller, toPage])
  return useCallback((page) => {
    if (awaited.current && center(page.current)) awaited.current = false
  }, [])
}
