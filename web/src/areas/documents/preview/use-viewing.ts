import type { MarkedTerm } from '@throughline/contracts/search-words'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'

const ZOOMS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4]
/** What a key moves a file that has no pages. */
const LINE = 72

type Looking = {
  of: string
  /** null: as it fits. */
  wanted: number | null
  /** What that is on the screen. */
  shown: number
  /** 0 of 0 where there are no pages. */
  page: number
  pages: number
  finding: boolean
  words: string
  /** What a search looks for, until other words are typed: its hits are those of the search. */
  terms: readonly MarkedTerm[] | null
  /** The page whose first hit is the first to be shown. */
  from: number | null
  /** The pages with hits of a search, and how many each has. */
  foundOn: FoundBy['pages']
  /** Which of the hits, from 0. */
  at: number
  /** null: they are still being looked for. */
  hits: number | null
}

type ToPage = (page: number) => void

export type Viewing = Looking & {
  change: (next: Partial<Omit<Looking, 'of'>>) => void
  zoom: (by: 1 | -1) => void
  /** What is moved by ↑ and ↓. */
  scroller: RefObject<HTMLDivElement | null>
  /** Told by files with pages: how one of them is brought into sight. */
  setToPage: (go: ToPage | null) => void
  toPage: ToPage
  step: (by: 1 | -1) => void
}

/** What a file was found by. */
export type FoundBy = {
  words: string
  terms: readonly MarkedTerm[]
  page: number | null
  pages: readonly { page: number; count: number }[]
}

const fresh = (of: string, found: FoundBy | undefined): Looking => ({
  of,
  wanted: null,
  shown: 1,
  page: 0,
  pages: 0,
  finding: found !== undefined,
  words: found?.words ?? '',
  terms: found?.terms ?? null,
  from: found?.page ?? null,
  foundOn: found?.pages ?? [],
  at: 0,
  hits: 0,
})

const nextZoom = (shown: number, by: 1 | -1) =>
  (by > 0 ? ZOOMS.find((one) => one > shown + 0.01) : ZOOMS.findLast((one) => one < shown - 0.01)) ?? shown

/** How one file is looked at; another one starts anew. */
export function useViewing(of: string, found?: FoundBy): Viewing {
  const [held, setHeld] = useState(() => fresh(of, found))
  const scroller = useRef<HTMLDivElement>(null)
  const pager = useRef<ToPage | null>(null)
  const looking = held.of === of ? held : fresh(of, found)
  if (held !== looking) setHeld(looking)

  // What comes late from the file before is not about this one.
  const change = useCallback(
    (next: Partial<Looking>) => setHeld((old) => (old.of === of ? { ...old, ...next } : old)),
    [of],
  )
  const zoom = useCallback(
    (by: 1 | -1) => setHeld((old) => ({ ...old, wanted: nextZoom(old.wanted ?? old.shown, by) })),
    [],
  )
  const setToPage = useCallback((go: ToPage | null) => {
    pager.current = go
  }, [])
  const toPage = useCallback((page: number) => pager.current?.(page), [])
  return useMemo(() => {
    const step = (by: 1 | -1) => {
      if (looking.pages > 0) toPage(Math.min(looking.pages, Math.max(1, looking.page + by)))
      else scroller.current?.scrollBy({ top: by * LINE })
    }
    return { ...looking, change, zoom, scroller, setToPage, toPage, step }
  }, [looking, change, zoom, setToPage, toPage])
}
