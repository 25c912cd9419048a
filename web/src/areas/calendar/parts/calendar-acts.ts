import type { CalendarItem } from '@throughline/contracts/calendar'
import { createContext, useContext } from 'react'
import type { CalendarPage } from '../calendar.api.ts'
import type { Day } from '../calendar-days.ts'
import type { Move } from '../use-move.ts'

export interface Dragged {
  item: CalendarItem
  /** The day it would be dropped on. */
  over: Day | undefined
}

/** An item on its day, or the day alone. */
export interface FocusTarget {
  day: Day
  item?: string
}

/** What every part of the calendar knows, and what can be done with an item of it. */
export interface CalendarActs {
  today: Day
  /** The organization's. */
  zone: string
  isOff: (day: Day) => boolean
  holidayOn: (day: Day) => CalendarPage['holidays'][number] | undefined
  open: (item: CalendarItem) => void
  /** Whether the viewer may move it at all. */
  movable: (item: CalendarItem) => boolean
  move: Move
  /** What was moved or opened last takes the focus to where it is shown then, until that goes elsewhere. */
  focusTarget: () => FocusTarget | undefined
  forgetFocus: () => void
  /** Absent where no day can be opened: on a phone, and where one is open. */
  focusDay: ((day: Day) => void) | undefined
  /** Asks where to, beside the item. */
  askMove: (item: CalendarItem, anchor: Element) => void
  dragged: Dragged | undefined
  drag: (dragged: Dragged | undefined) => void
}

const Acts = createContext<CalendarActs | undefined>(undefined)
export const CalendarActsProvider = Acts.Provider

export function useCalendarActs(): CalendarActs {
  const acts = useContext(Acts)
  if (!acts) throw new Error('a part of the calendar stands outside of it')
  return acts
}
