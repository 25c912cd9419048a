import { useCallback, useEffect, useRef } from 'react'
import { rowLink } from '../../ui/row-focus.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { useListKeys } from './use-list-keys.ts'
import type { ListRows } from './use-list-rows.ts'

type ListOptions = {
  selectable?: boolean
  /** Rows stand side by side. */
  cards?: boolean
  /** The row that stands open beside the list. */
  current?: string | undefined
  /** Shows another row in its place. */
  onFollow?: ((id: string) => void) | undefined
  /** Shows the row in focus, on Space. */
  onPeek?: ((id: string) => void) | undefined
}

/** What a list page needs to know of its list: rows, selection, keys, and the element that scrolls. */
export function useList<R extends { id: string }>(found: ListRows<R>, options: ListOptions = {}) {
  const { selectable = false, cards = false, current, onFollow, onPeek } = options
  const { rows, showWaiting } = found
  const scroller = useRef<HTMLElement>(null)
  const selection = useSelection(rows)
  const onKeyDown = useListKeys({
    scroller,
    rows,
    selection: selectable ? selection : undefined,
    cards,
    current,
    onFollow,
    onPeek,
  })
  // Somebody who steps through the rows with the panel's buttons keeps the row in view.
  useEffect(() => {
    if (current) rowLink(scroller.current, current)?.closest('[data-row]')?.scrollIntoView?.({ block: 'nearest' })
  }, [current])
  const showFresh = useCallback(() => {
    showWaiting()
    if (scroller.current) scroller.current.scrollTop = 0
  }, [showWaiting])
  return { ...found, scroller, selectable, selection, current, onKeyDown, showFresh }
}

export type List<R extends { id: string }> = ReturnType<typeof useList<R>>
