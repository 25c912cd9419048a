import type { CalendarItem } from '@throughline/contracts/calendar'
import type { KeyboardEvent } from 'react'
import { addDays } from '../calendar-days.ts'
import { useCalendarActs } from './calendar-acts.ts'

/** Of an item wherever it stands: M asks where to move it, Shift with left or right moves it by a day. */
export function useItemKeys(item: CalendarItem) {
  const { movable, move, askMove } = useCalendarActs()
  return (event: KeyboardEvent<HTMLElement>) => {
    const asks = event.key.toLowerCase() === 'm' && !(event.altKey || event.ctrlKey || event.metaKey)
    const steps = event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
    const isMovable = movable(item)
    // On an item M never means the month, also where the item stays where it is.
    if (!asks && !(steps && isMovable)) return
    event.preventDefault()
    event.stopPropagation()
    if (!isMovable) return
    if (asks) askMove(item, event.currentTarget)
    else void move(item, addDays(item.day, event.key === 'ArrowLeft' ? -1 : 1))
  }
}
