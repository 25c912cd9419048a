import { useEffect, useMemo } from 'react'
import type { Viewing } from '../use-viewing.ts'
import { findHits, findTerms, type Hit, type Mark, marksByPiece } from './hits.ts'

export type Found = { marks: Map<number, Mark[]>; hit: Hit | undefined; at: number }

/** Where the searched words stand; `pieces` undefined while they are still being read. */
export function useHits(pieces: readonly string[] | undefined, viewing: Viewing): Found {
  const { words, terms, from, at, change, toPage } = viewing
  const hits = useMemo(() => {
    if (!pieces) return []
    return terms ? findTerms(pieces, terms) : findHits(pieces, words)
  }, [pieces, words, terms])
  const count = pieces || !words ? hits.length : null
  useEffect(() => change({ hits: count }), [change, count])
  // Only files with pages know one to begin at, and there each page is a piece.
  useEffect(() => {
    if (from === null || !pieces) return
    const first = hits.findIndex(({ piece }) => piece === from - 1)
    change({ from: null, ...(first >= 0 && { at: first }) })
    // A picture of a page has no text of its own to mark.
    if (first < 0) toPage(from)
  }, [from, pieces, hits, change, toPage])
  return useMemo(() => ({ marks: marksByPiece(hits), hit: hits[at], at }), [hits, at])
}
