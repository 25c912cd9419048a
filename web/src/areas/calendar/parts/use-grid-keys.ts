import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { addDays, addMonths, type Day, weekdayOf } from '../calendar-days.ts'
import { useCalendarActs } from './calendar-acts.ts'

export type GridKeys = {
  days: readonly Day[]
  /** The one that Tab comes to. */
  current: Day
  weekStart: number
  /** Another day, which may lie outside of what is shown. */
  onGo: (day: Day) => void
  /** A week is one row: up and down lead nowhere. */
  byWeek: boolean
}

const itemsIn = (cell: Element) => [...cell.querySelectorAll<HTMLElement>('[data-item], [data-more]')]

/**
 * An item that is moved is mounted anew on its day, or on the old one where that was refused, and takes the focus along;
 * where the day has no room for it, the day does. So does a day that is opened from the grid or the rows before this one.
 */
function useFocusTarget(grid: RefObject<HTMLTableElement | null>) {
  const { focusTarget, forgetFocus } = useCalendarActs()
  useLayoutEffect(() => {
    const target = focusTarget()
    if (!target || document.activeElement !== document.body) return
    const find = (selector: string) => grid.current?.querySelector<HTMLElement>(selector)
    const item = target.item && find(`[data-item="${target.item}"]`)
    const there = item || find(`[data-day="${target.day}"]`)
    there?.focus()
  })
  useEffect(() => forgetFocus, [forgetFocus])
  return forgetFocus
}

/** One tab stop: arrows go by day and week, Enter into a day's items and Escape back to the day. */
export function useGridKeys({ days, current, weekStart, onGo, byWeek }: GridKeys) {
  const grid = useRef<HTMLTableElement>(null)
  const following = useRef(false)
  // A day that was gone to by key takes the focus once it is there.
  useEffect(() => {
    if (!following.current || !days.includes(current)) return
    following.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
  }, [current, days])

  // Whoever goes on elsewhere is not fetched back. What is taken away while it has the focus does not blur.
  const onBlur = useFocusTarget(grid)

  const target = useCallback(
    (key: string, from: Day): Day | undefined => {
      const intoWeek = (weekdayOf(from) - weekStart + 7) % 7
      if (key === 'ArrowLeft') return addDays(from, -1)
      if (key === 'ArrowRight') return addDays(from, 1)
      if (key === 'ArrowUp' && byWeek) return addDays(from, -7)
      if (key === 'ArrowDown' && byWeek) return addDays(from, 7)
      if (key === 'Home') return addDays(from, -intoWeek)
      if (key === 'End') return addDays(from, 6 - intoWeek)
      if (key === 'PageUp') return addMonths(from, -1)
      return key === 'PageDown' ? addMonths(from, 1) : undefined
    },
    [weekStart, byWeek],
  )

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (!(event.target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
      const cell = event.target.closest<HTMLElement>('[data-day]')
      if (!cell) return
      const items = itemsIn(cell)
      if (event.target === cell) {
        // A moved item leads to another day than the one that Tab comes to.
        const day = event.shiftKey ? undefined : target(event.key, cell.dataset['day'] ?? current)
        if (day) {
          following.current = true
          onGo(day)
        } else if (event.key === 'Enter' && items[0]) items[0].focus()
        else return
      } else {
        const at = items.indexOf(event.target)
        if (event.key === 'Escape') cell.focus()
        else if (event.key === 'ArrowDown') items[Math.min(at + 1, items.length - 1)]?.focus()
        else if (event.key === 'ArrowUp') items[Math.max(at - 1, 0)]?.focus()
        else return
      }
      event.preventDefault()
      event.stopPropagation()
    },
    [current, onGo, target],
  )
  return { grid, onKeyDown, onBlur }
}
