import type { DragEvent } from 'react'
import type { Day } from '../calendar-days.ts'
import { useCalendarActs } from './calendar-acts.ts'

/** A day takes what is dropped on it. */
export function useDropDay() {
  const { dragged, drag, move } = useCalendarActs()
  return (day: Day) =>
    dragged && {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        event.dataTransfer.dropEffect = 'move'
        if (dragged.over !== day) drag({ ...dragged, over: day })
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        drag(undefined)
        if (day !== dragged.item.day) void move(dragged.item, day)
      },
    }
}
