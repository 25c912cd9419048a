import { texts } from '../calendar.texts.ts'
import { daysBetween } from '../calendar-days.ts'
import { dayName } from '../due-words.ts'
import { useCalendarActs } from './calendar-acts.ts'

/** Says what dropping it here would do. */
export function DragStatus() {
  const { dragged } = useCalendarActs()
  if (!dragged?.over) return null
  const { item, over } = dragged
  const by = daysBetween(item.day, over)
  const words = by === 0 ? texts.move.same : by < 0 ? texts.move.earlier(-by) : texts.move.later(by)
  return (
    <output className="absolute bottom-3 left-1/2 z-(--z-popover) max-w-[90%] -translate-x-1/2 truncate rounded-md border bg-overlay px-3 py-1.5 text-sm shadow-lg">
      <span translate="no">{texts.move.status(item.title, dayName(item.day), dayName(over), words)}</span>
    </output>
  )
}
