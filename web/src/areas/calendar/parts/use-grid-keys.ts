import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import { addDays, addMonths, type Day, weekdayOf } from '../calendar-days.ts'

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

  const target = useCallback(
    (key: string): Day | undefined => {
      const intoWeek = (weekdayOf(current) - weekStart + 7) % 7
      if (key === 'ArrowLeft') return addDays(current, -1)
      if (key === 'ArrowRight') return addDays(current, 1)
      if (key === 'ArrowUp' && byWeek) return addDays(current, -7)
      if (key === 'ArrowDown' && byWeek) return addDays(current, 7)
      if (key === 'Home') return addDays(current, -intoWeek)
      if (key === 'End') return addDays(current, 6 - intoWeek)
      if (key === 'PageUp') return addMonths(current, -1)
      return key === 'PageDown' ? addMonths(current, 1) : undefined
    },
    [current, weekStart, byWeek],
  )

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      if (!(event.target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return
      const cell = event.target.closest<HTMLElement>('[data-day]')
      if (!cell) return
      const items = itemsIn(cell)
      if (event.target === cell) {
        const day = event.shiftKey ? undefined : target(event.key)
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
    [onGo, target],
  )
  return { grid, onKeyDown }
}
