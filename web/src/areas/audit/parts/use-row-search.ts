import { type RefObject, useEffect, useState } from 'react'
import type { LogRow } from '../audit.api.ts'

type RowSearch = {
  entries: readonly LogRow[]
  hasMore: boolean
  loading: boolean
  loadMore: () => void
  onFound: (entry: LogRow | undefined) => void
  scroller: RefObject<HTMLElement | null>
}

/** Loads on until the row is there, or its place is passed; then brings it into view with the focus on it. */
export function useRowSearch({ entries, hasMore, loading, loadMore, onFound, scroller }: RowSearch) {
  const [wanted, setWanted] = useState<number>()
  useEffect(() => {
    if (wanted === undefined || loading) return undefined
    const found = entries.find(({ seq }) => seq === wanted)
    const passed = entries.some(({ seq }) => seq !== null && seq < wanted)
    if (!found && !passed && hasMore) {
      loadMore()
      return undefined
    }
    // The row may be drawn only after this.
    const frame = requestAnimationFrame(() => {
      setWanted(undefined)
      onFound(found)
      const row = scroller.current?.querySelector(`tr[data-seq="${wanted}"]`)
      row?.scrollIntoView?.({ block: 'center' })
      row?.querySelector<HTMLElement>('button, [tabindex]')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted, loading, entries, hasMore, loadMore, onFound, scroller])
  return { looking: wanted !== undefined, lookFor: setWanted }
}
