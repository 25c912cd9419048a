import type { CalendarDay, CalendarItem, getCalendar } from '@throughline/contracts/calendar'
import {
  CALENDAR_KINDS,
  CALENDAR_STATUSES,
  type CalendarKind,
  MAX_CALENDAR_DAYS,
  MAX_DAY_COUNT,
} from '@throughline/contracts/calendar-lists'
import type { Made, Query } from '@throughline/contracts/endpoint'
import { Holiday, WEEKDAYS, WorkingDay } from '@throughline/contracts/org'
import { addWorkdays } from '@throughline/flow/eval'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { invalid } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import {
  calendarOf,
  dayIn,
  dueOnWire,
  endOfDay,
  instanceKey,
  isInReach,
  isoDay,
  peopleOf,
  personOf,
  priorityOnWire,
  taskKey,
} from '../instances/instances.public.ts'
import { nextSchedules } from '../starts/starts.public.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { findOrganizationTime, instanceDetails, taskDetails } from './calendar.queries.ts'
import { type DueItem, dueItems, type FullDay, stillOpenTasks, upcomingItems } from './due-items.queries.ts'

const DAY = 86_400_000
const UPCOMING = 5
const UPCOMING_SCHEDULES = 8
/** What is due within so many working days can be at risk. */
const NEAR = 2

const KIND_PLACES = { task: 0, instance: 1 } satisfies Record<CalendarKind, number>

type CalendarQuery = Query<typeof getCalendar>
type ItemWire = z.input<typeof CalendarItem>
type DayWire = z.input<typeof CalendarDay>
type OrganizationTime = Awaited<ReturnType<typeof findOrganizationTime>>

/** In other years nothing can be due, and not all of them are known to the database. */
function requireInReach(path: 'from' | 'to', day: string | undefined) {
  if (day !== undefined && !isInReach(day)) {
    throw invalid('Choose a day between 2000 and 2199', [{ path, message: 'too far away' }])
  }
}

function requireRange(from: string, to: string) {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1
  if (days < 1) throw invalid('The last day comes before the first', [{ path: 'to', message: 'before the first day' }])
  if (days > MAX_CALENDAR_DAYS) {
    throw invalid(`A calendar has at most ${MAX_CALENDAR_DAYS} days`, [{ path: 'to', message: 'too far away' }])
  }
}

/** What is due until then is near; without any working day nothing is. */
function nearUntil(time: OrganizationTime, today: string): Date {
  const last = addWorkdays(calendarOf(time), Date.parse(today), NEAR)
  return last === undefined ? new Date(0) : endOfDay(isoDay(last), time.time_zone)
}

/** What each of them is, by its id. */
async function detailsOf(tx: ReadTx, items: readonly DueItem[]): Promise<Map<string, ItemWire>> {
  const { db, tenantId } = tx
  const idsOf = (kind: DueItem['kind']) => [...new Set(items.flatMap((one) => (one.kind === kind ? one.id : [])))]
  const tasks = await taskDetails(db, tenantId, idsOf('task'))
  const instances = await instanceDetails(db, tenantId, idsOf('instance'))
  const rows = [
    ...tasks.map((row) => ({ ...row, key: taskKey(row, row.task_number) })),
    ...instances.map((row) => ({ ...row, title: row.name, key: instanceKey(row) })),
  ]
  const people = await peopleOf(
    tx,
    rows.map(({ person_id }) => person_id),
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    items.flatMap(({ id, kind, day, shown }): [string, ItemWire][] => {
      const row = known.get(id)
      if (!row) return []
      const { key, title, category, version, workflow_id, workflow_name, instance_id, name } = row
      const item = {
        kind,
        id,
        key,
        title,
        day,
        status: shown,
        type: category,
        version,
        ...dueOnWire(row),
        priority: priorityOnWire(row.priority),
        workflow: { id: workflow_id, name: workflow_name },
        instance: { id: instance_id, name },
        person: personOf(people, row.person_id),
        department: row.department,
      }
      return [[id, item]]
    }),
  )
}

/** Of a full day nothing may fit: then it says that there are more than were looked at. */
function daysOf(
  { items, full }: Pick<Awaited<ReturnType<typeof dueItems>>, 'items' | 'full'>,
  details: ReadonlyMap<string, ItemWire>,
): DayWire[] {
  const placeOf = ({ day, kind }: FullDay) => `${day} ${kind}`
  const groups = Map.groupBy(items, placeOf)
  const fullDays = new Set(full.map(placeOf))
  const places = new Map([...full, ...items].map((one) => [placeOf(one), one]))
  return [...places]
    .map(([place, { day, kind }]): DayWire => {
      const group = groups.get(place) ?? []
      const total = group[0]?.total ?? 0
      const shown = group.flatMap(({ id }) => details.get(id) ?? [])
      const capped = total > MAX_DAY_COUNT || fullDays.has(place)
      return { day, kind, count: Math.min(total, MAX_DAY_COUNT), capped, items: shown }
    })
    .sort((a, b) => Date.parse(a.day) - Date.parse(b.day) || KIND_PLACES[a.kind] - KIND_PLACES[b.kind])
}

/** Of one day, what has been open since before it. */
function stillOpenOn(rows: Awaited<ReturnType<typeof stillOpenTasks>>, details: ReadonlyMap<string, ItemWire>) {
  const total = rows[0]?.total ?? 0
  return {
    items: rows.flatMap(({ id }) => details.get(id) ?? []),
    count: Math.min(total, MAX_DAY_COUNT),
    capped: total > MAX_DAY_COUNT,
  }
}

export const calendarPage = (ctx: Context, viewer: Viewer, asked: CalendarQuery): Promise<Made<typeof getCalendar>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const { mine, limit } = asked
    const time = await findOrganizationTime(db, tenantId)
    const { time_zone } = time
    const today = dayIn(time_zone, new Date())
    requireInReach('from', asked.from)
    requireInReach('to', asked.to)
    const from = asked.from ?? today
    const to = asked.to ?? isoDay(Date.parse(from) + 6 * DAY)
    requireRange(from, to)
    const audience = { tenantId, memberId: viewer.memberId, visible: await visibleTo(tx, viewer) }
    const range = {
      from,
      to,
      begins: endOfDay(isoDay(Date.parse(from) - DAY), time_zone),
      ends: endOfDay(to, time_zone),
    }
    const filter = {
      kinds: [...new Set(asked.kind ?? CALENDAR_KINDS)],
      statuses: asked.status ?? CALENDAR_STATUSES,
      withoutTypes: asked.without_type ?? [],
      mine,
      limit,
    }
    const until = nearUntil(time, today)
    const { types, ...due } = await dueItems(db, audience, range, filter, until)
    const upcoming = await upcomingItems(db, audience, until, UPCOMING)
    const stillOpen = from === to ? await stillOpenTasks(db, audience, range, until) : undefined
    const details = await detailsOf(tx, [...due.items, ...upcoming, ...(stillOpen ?? [])])
    const holidays = z.parse(z.array(Holiday), time.holidays)
    return {
      data: {
        days: daysOf(due, details),
        types,
        still_open: stillOpen ? stillOpenOn(stillOpen, details) : null,
        schedules: await nextSchedules(tx, audience.visible, UPCOMING_SCHEDULES),
        upcoming: upcoming.flatMap(({ id }) => details.get(id) ?? []),
        today,
        time_zone,
        week_start: z.parse(z.literal(WEEKDAYS), time.week_start),
        working_days: z.parse(z.array(WorkingDay), time.working_days),
        holidays: holidays.filter((one) => one.from <= to && one.to >= from),
      },
    }
  })
