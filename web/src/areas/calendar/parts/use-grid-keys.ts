import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react'
import { addDays, addMonths, type Day, weekdayOf } from '../calendar-days.ts'
import { useFocusTarget } from './use-focus-target.ts'

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

/** What stands in a day: in its cell, and at its hours where these are shown. */
const itemsOf = (grid: Element | null, day: Day) => [
  ...(grid?.querySelectorAll<HTMLElement>(
    `:is([data-day="${day}"], [data-lane="${day}"]) :is([data-item], [data-more])`,
  ) ?? []),
]

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
      const place = event.target.closest<HTMLElement>('[data-day], [data-lane]')
      const day = place?.dataset['day'] ?? place?.dataset['lane']
      const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)
      if (!day || !cell) return
      const items = itemsOf(grid.current, day)
      if (event.target === cell) {
        // A moved item leads to another day than the one that Tab comes to.
        const next = event.shiftKey ? undefined : target(event.key, day)
        if (next) {
          following.current = true
          onGo(next)
        } else if (event.key === 'Enter' && items[0]) items[0].focus()
        else return
      } else {
        const at = items.indexOf(event.target)
        if (event.key === 'Escape') cell.focus()
        else if (at < 0) return
        else if (event.key === 'ArrowDown') items[Math.min(at + 1, items.length - 1)]?.focus()
        else if (event.key === 'ArrowUp') items[Math.max(at - 1, 0)]?.focus()
        else return
      }
      event.preventDefault()
      event.stopPropagation()
    },
    [onGo, target],
  )
  return { grid, onKeyDown, onBlur }
}
