import { useEffect, useMemo } from 'react'
import type { Viewing } from '../use-viewing.ts'
import { findHits, type Hit, type Mark, marksByPiece } from './hits.ts'

export type Found = { marks: Map<number, Mark[]>; hit: Hit | undefined; at: number }

/** Where the searched words stand; `pieces` undefined while they are still being read. */
export function useHits(pieces: readonly string[] | undefined, { words, at, change }: Viewing): Found {
  const hits = useMemo(() => (pieces ? findHits(pieces, words) : []), [pieces, words])
  const count = pieces || !words ? hits.length : null
  useEffect(() => change({ hits: count }), [change, count])
  return useMemo(() => ({ marks: marksByPiece(hits), hit: hits[at], at }), [hits, at])
}
