import { type KeyboardEvent, type RefObject, useMemo } from 'react'
import { hasMod } from '../../../ui/mod-key.ts'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { focusedRowId, moveBetweenRows, toggleFocusedRow } from '../../../ui/row-focus.ts'
import { texts } from '../documents.texts.ts'

type ListKeys = {
  scroller: RefObject<HTMLElement | null>
  /** Of the table: its rows can be selected. */
  selection?: { some: boolean; onAll: () => void; onClear: () => void } | undefined
  onPreview: ((id: string) => void) | undefined
}

const words = texts.keys
const UP_OR_DOWN: Record<string, number | undefined> = { ArrowUp: -1, ArrowDown: 1 }

const onMainLink = ({ target }: KeyboardEvent) => target instanceof HTMLElement && 'main' in target.dataset

/** Keys of every view: single ones through the shell, those that belong to the row in focus as they are pressed. */
export function useListKeys({ scroller, selection, onPreview }: ListKeys) {
  const selectable = selection !== undefined
  const onClear = selection?.some ? selection.onClear : undefined
  usePageKeys(
    useMemo(
      () => [
        { key: 'j', label: words.next, act: () => moveBetweenRows(scroller.current, 1) },
        { key: 'k', label: words.previous, act: () => moveBetweenRows(scroller.current, -1) },
        ...(selectable ? [{ key: 'x', label: words.select, act: () => toggleFocusedRow(scroller.current) }] : []),
      ],
      [scroller, selectable],
    ),
  )
  usePageKeys(useMemo(() => (onClear ? [{ key: 'Escape', label: words.clear, act: onClear }] : []), [onClear]))
  return (event: KeyboardEvent) => {
    if (selection && hasMod(event) && event.key.toLowerCase() === 'a') {
      event.preventDefault()
      selection.onAll()
      return
    }
    if (!onMainLink(event)) return
    const id = focusedRowId(scroller.current)
    if (event.key === ' ' && onPreview && id) {
      event.preventDefault()
      onPreview(id)
      return
    }
    if (selectable && event.key === 'X') {
      event.preventDefault()
      toggleFocusedRow(scroller.current, true)
      return
    }
    const by = UP_OR_DOWN[event.key]
    if (!by) return
    event.preventDefault()
    moveBetweenRows(scroller.current, by)
  }
}
