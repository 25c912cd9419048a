import { CalendarScreen } from '../areas/calendar/calendar.screen.tsx'
import { NARROW, PHONE, useMedia } from './use-media.ts'

/** Says how much room there is. */
export function CalendarPage() {
  return <CalendarScreen phone={useMedia(PHONE)} narrow={useMedia(NARROW)} />
}
