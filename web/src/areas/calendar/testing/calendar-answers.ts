import { CalendarItem } from '@throughline/contracts/calendar'

const id = (n: number) => `0192f000-0000-7000-8000-${String(n).padStart(12, '0')}`

export const calendarItem = (n: number, more: object = {}): CalendarItem =>
  CalendarItem.parse({
    kind: 'task',
    id: id(n),
    key: `ONB-142-${n}`,
    title: `Task ${n}`,
    day: '2026-11-20',
    due_date: '2026-11-20T23:59:59Z',
    due_has_time: false,
    overdue_at: '2026-11-21T00:00:00.000Z',
    status: 'on_track',
    priority: 'medium',
    type: 'onboarding',
    workflow: { id: id(900), name: 'Client Onboarding' },
    instance: { id: id(800), name: 'Meridian Foods Ltd' },
    person: null,
    department: null,
    version: 3,
    ...more,
  })

const WORKING = [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '17:00' }))

/** A page with these items, each on its day. */
export function calendarAnswer(items: readonly CalendarItem[], more: object = {}) {
  const groups = Map.groupBy(items, ({ day, kind }) => `${day} ${kind}`)
  const days = [...groups.values()].map((group) => ({
    day: group[0]?.day,
    kind: group[0]?.kind,
    count: group.length,
    capped: false,
    items: group,
  }))
  const none = { types: [], schedules: [], still_open: null }
  const page = { days, ...none, upcoming: items, today: '2026-11-18', time_zone: 'UTC', week_start: 1 }
  return { body: { data: { ...page, working_days: WORKING, holidays: [], ...more } } }
}
