import * as z from 'zod/mini'
import { CALENDAR_KINDS, CALENDAR_STATUSES, decodeCategory, MAX_OF_DAY, SHOWN_OF_DAY } from './calendar-lists.ts'
import { endpoint } from './endpoint.ts'
import { InstanceId, ScheduleId, TaskId, WorkflowId } from './ids.ts'
import { Holiday, WEEKDAYS, WorkingDay } from './org.ts'
import { instant, namesOf, Person, Priority } from './running.ts'

/** Of the categories that a filter leaves out. */
const MAX_LEFT_OUT = 500

const Kind = z.enum(CALENDAR_KINDS)
const Status = z.enum(CALENDAR_STATUSES)

const due = z.object({
  /** INV-12 of an instance, INV-12-4 of a task. */
  key: z.string(),
  title: z.string(),
  /** The day in the organization's zone. */
  day: z.iso.date(),
  due_date: z.nullable(instant),
  due_has_time: z.boolean(),
  overdue_at: z.nullable(instant),
  /** On track: not overdue, and nobody has begun a task, or the instance runs. In progress: somebody has begun the task. */
  status: Status,
  priority: Priority,
  /** The workflow's category. */
  type: z.string(),
  workflow: z.object({ id: WorkflowId, name: z.string() }),
  instance: z.object({ id: InstanceId, name: z.string() }),
  /** Who a task is given to, or who started an instance. */
  person: z.nullable(Person),
  department: z.nullable(z.string()),
  version: z.number(),
})
/** One task or instance on the day on which it is due. */
export const CalendarItem = z.discriminatedUnion('kind', [
  z.extend(due, { kind: z.literal('task'), id: TaskId }),
  z.extend(due, { kind: z.literal('instance'), id: InstanceId }),
])
export type CalendarItem = z.infer<typeof CalendarItem>

export const CalendarDay = z.object({
  day: z.iso.date(),
  kind: Kind,
  /** Of what fits the filter, at most 1,000. */
  count: z.number(),
  /** There are more than were looked at; of those that were, maybe none fits the filter. */
  capped: z.boolean(),
  /** The first of them by due time; open ones before completed ones. */
  items: z.array(CalendarItem),
})
export type CalendarDay = z.infer<typeof CalendarDay>

const Category = z.pipe(z.string().check(z.maxLength(1000)), z.transform(decodeCategory))

export const CalendarQuery = z.object({
  /** Today unless given. */
  from: z.optional(z.iso.date()),
  /** The last day, at most 42 days with the first; a week unless given. */
  to: z.optional(z.iso.date()),
  kind: z.optional(namesOf(Kind)),
  status: z.optional(namesOf(Status)),
  /** Categories of workflows that are left out. */
  without_type: z.optional(namesOf(Category, MAX_LEFT_OUT)),
  /** What the viewer has a part in. */
  mine: z._default(z.stringbool(), false),
  /** Of a kind and day. */
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_OF_DAY)), SHOWN_OF_DAY),
})

export const getCalendar = endpoint({
  method: 'GET',
  path: '/v1/calendar/',
  summary: 'What is due on each day of a range, by the organization’s days, with the next deadlines',
  access: 'work.view',
  rate: 'read',
  query: CalendarQuery,
  response: z.object({
    data: z.object({
      /** Only days and kinds on which something fits, or of which there are more than were looked at. */
      days: z.array(CalendarDay),
      /** How many there are of each category, whichever are chosen; the rest of the filter holds. */
      types: z.array(z.object({ type: z.string(), count: z.number() })),
      /** The five that are due next, of the whole workspace as far as the viewer may see it. */
      upcoming: z.array(CalendarItem),
      /** Only of a single day: open tasks from before it, whatever the filter, the four that were due first. */
      still_open: z.nullable(
        z.object({
          items: z.array(CalendarItem),
          /** At most 1,000. */
          count: z.number(),
          /** There are more than that. */
          capped: z.boolean(),
        }),
      ),
      /** The schedules that run next, of workflows that the viewer may see. */
      schedules: z.array(
        z.object({
          id: ScheduleId,
          name: z.string(),
          next_run_at: instant,
          workflow: z.object({ id: WorkflowId, name: z.string() }),
        }),
      ),
      today: z.iso.date(),
      time_zone: z.string(),
      week_start: z.literal(WEEKDAYS),
      working_days: z.array(WorkingDay),
      /** Those that touch the range. */
      holidays: z.array(Holiday),
    }),
  }),
})
