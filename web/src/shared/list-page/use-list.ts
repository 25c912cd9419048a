import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { focusedRowId, rowLink } from '../../ui/row-focus.ts'
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

/** An act may remove the focused row: the focus then moves to the row in its place, or to the page's title. */
function useFocusAfterLeaving(rows: readonly { id: string }[], scroller: RefObject<HTMLElement | null>) {
  const focused = useRef<{ id: string; at: number }>(undefined)
  const latest = useRef(rows)
  useEffect(() => {
    const note = () => {
      const id = focusedRowId(scroller.current)
      focused.current = id === undefined ? undefined : { id, at: latest.current.findIndex((row) => row.id === id) }
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [scroller])
  useEffect(() => {
    latest.current = rows
    const { id, at = 0 } = focused.current ?? {}
    if (id === undefined || document.activeElement !== document.body || rows.some((row) => row.id === id)) return
    const next = rows[at] ?? rows.at(-1)
    const place = next ? rowLink(scroller.current, next.id) : document.querySelector<HTMLElement>('#main h1')
    place?.focus()
  }, [rows, scroller])
}

/** What a list page needs to know of its list: rows, selection, keys, and the element that scrolls. */
export function useList<R extends { id: string }>(found: ListRows<R>, options: ListOptions = {}) {
  const { selectable = false, cards = false, current, onFollow, onPeek } = options
  const { rows, showWaiting } = found
  const scroller = useRef<HTMLElement>(null)
  const selection = useSelection(rows)
  useFocusAfterLeaving(rows, scroller)
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
