import { getCalendar } from '@throughline/contracts/calendar'
import type { Mount } from '../../core/http/call.ts'
import { calendarPage } from './calendar.service.ts'

export const calendarRoutes = (on: Mount) => {
  on(getCalendar, ({ ctx, viewer, query }) => calendarPage(ctx, viewer, query))
}
