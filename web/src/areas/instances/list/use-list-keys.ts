import { type KeyboardEvent, type RefObject, useMemo } from 'react'
import { hasMod } from '../../../ui/mod-key.ts'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { arrowStep, focusedRowId, moveBetweenRows, toggleFocusedRow } from '../../../ui/row-focus.ts'
import { texts } from '../instances.texts.ts'

type ListKeys = {
  scroller: RefObject<HTMLElement | null>
  /** Arrows go sideways too. */
  cards?: boolean
  selectable: boolean
  selecting: boolean
  onSelectAll: () => void
  onUnselect: () => void
  onRefresh: () => void
  /** Opens the row in focus beside the list. */
  onPeek?: (id: string) => void
}

const UP_OR_DOWN: Record<string, number | undefined> = { ArrowUp: -1, ArrowDown: 1 }

const onMainLink = ({ target }: KeyboardEvent) => target instanceof HTMLElement && 'main' in target.dataset

/** Keys of a list of instances: single ones through the shell, those that belong to the row in focus as they are pressed. */
export function useListKeys(keys: ListKeys) {
  const { scroller, cards = false, selectable, selecting, onSelectAll, onUnselect, onRefresh, onPeek } = keys
  usePageKeys(
    useMemo(
      () => [
        { key: 'j', label: texts.next, act: () => moveBetweenRows(scroller.current, 1) },
        { key: 'k', label: texts.previous, act: () => moveBetweenRows(scroller.current, -1) },
        { key: 'r', label: texts.refresh, act: onRefresh },
        ...(selectable ? [{ key: 'x', label: texts.select, act: () => toggleFocusedRow(scroller.current) }] : []),
      ],
      [scroller, selectable, onRefresh],
    ),
  )
  usePageKeys(
    useMemo(
      () => (selecting ? [{ key: 'Escape', label: texts.clearSelection, act: onUnselect }] : []),
      [selecting, onUnselect],
    ),
  )
  return (event: KeyboardEvent) => {
    if (selectable && hasMod(event) && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      onSelectAll()
      return
    }
    if (!onMainLink(event)) return
    if (selectable && event.key === 'X') {
      event.preventDefault()
      toggleFocusedRow(scroller.current, true)
      return
    }
    const id = focusedRowId(scroller.current)
    if (event.key === ' ' && onPeek && id) {
      event.preventDefault()
      onPeek(id)
      return
    }
    const by = cards ? arrowStep(scroller.current, event.key) : UP_OR_DOWN[event.key]
    if (!by) return
    event.preventDefault()
    moveBetweenRows(scroller.current, by)
  }
}
