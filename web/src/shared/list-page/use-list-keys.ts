import { type KeyboardEvent, type RefObject, useCallback, useMemo } from 'react'
import { hasMod } from '../../ui/mod-key.ts'
import { usePageKeys } from '../../ui/page-keys.ts'
import { arrowStep, focusedRowId, isRowTarget, moveBetweenRows, rowLink, toggleFocusedRow } from '../../ui/row-focus.ts'
import type { Selection } from '../../ui/use-selection.ts'
import { texts } from './list.texts.ts'

type ListKeys = {
  scroller: RefObject<HTMLElement | null>
  rows: readonly { id: string }[]
  /** Absent where rows cannot be selected. */
  selection: Pick<Selection<{ id: string }>, 'chosen' | 'all' | 'clear'> | undefined
  /** Rows stand side by side: arrows go sideways too. */
  cards: boolean
  /** The row that stands open beside the list: the keys lead on from it. */
  current: string | undefined
  onFollow: ((id: string) => void) | undefined
  onPeek: ((id: string) => void) | undefined
}

const UP_OR_DOWN: Record<string, number | undefined> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * The keys of every list: J, K and the arrows move, X selects, Shift selects a range, Space looks at the row, Escape
 * clears the selection. The browser opens the link in focus on Enter. What it returns hears the keys inside the list.
 */
export function useListKeys({ scroller, rows, selection, cards, current, onFollow, onPeek }: ListKeys) {
  const step = useCallback(
    (by: number) => {
      const list = scroller.current
      const at = rows.findIndex(({ id }) => id === current)
      if (at < 0 || !onFollow) {
        moveBetweenRows(list, by)
        return
      }
      const next = rows[at + by]
      if (!next) return
      onFollow(next.id)
      if (list?.contains(document.activeElement)) rowLink(list, next.id)?.focus()
    },
    [scroller, rows, current, onFollow],
  )
  const selectable = selection !== undefined
  usePageKeys(
    useMemo(
      () => [
        { key: 'j', label: texts.next, act: () => step(1) },
        { key: 'k', label: texts.previous, act: () => step(-1) },
        ...(selectable ? [{ key: 'x', label: texts.select, act: () => toggleFocusedRow(scroller.current) }] : []),
      ],
      [step, scroller, selectable],
    ),
  )
  const clear = selection && selection.chosen.size > 0 ? selection.clear : undefined
  // Apart from the others, which change with the rows: of two that understand Escape, the newer one is asked first.
  usePageKeys(useMemo(() => (clear ? [{ key: 'Escape', label: texts.clearSelection, act: clear }] : []), [clear]))

  const press = ({ key, shiftKey, target }: KeyboardEvent): boolean => {
    const list = scroller.current
    if (selectable && key === 'X') {
      toggleFocusedRow(list, true)
      return true
    }
    const id = focusedRowId(list)
    if (key === ' ' && onPeek && id && target instanceof HTMLElement && 'main' in target.dataset) {
      onPeek(id)
      return true
    }
    const by = cards ? arrowStep(list, key) : UP_OR_DOWN[key]
    if (!by) return false
    const range = selectable && shiftKey
    if (range) toggleFocusedRow(list)
    step(by)
    if (range) toggleFocusedRow(list, true)
    return true
  }
  return (event: KeyboardEvent) => {
    if (selection && hasMod(event) && event.key.toLowerCase() === 'a') selection.all()
    else if (hasMod(event) || !isRowTarget(event.target) || !press(event)) return
    event.preventDefault()
  }
}
