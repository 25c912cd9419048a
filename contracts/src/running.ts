/** What instances and tasks share. */
import * as z from 'zod/mini'
import { DocumentId, InstanceId, MemberId, TaskId, WorkflowId } from './ids.ts'

export const instant = z.string()

/** Somebody with a part in the work; `username` is null while they are invited only. */
export const Person = z.object({
  id: MemberId,
  name: z.string(),
  photo: z.nullable(z.string()),
  username: z.nullable(z.string()),
})
export type Person = z.infer<typeof Person>

/** What a reviewer or an approver asked to have changed before this can go on, in their own words. */
export const ChangeRequest = z.object({
  verdict: z.enum(['changes', 'reject']),
  by: z.nullable(Person),
  comment: z.string(),
  /** The approval, where others may have said more; null where it was a review. */
  task_id: z.nullable(TaskId),
})
export type ChangeRequest = z.infer<typeof ChangeRequest>

/** A variable in words: people by name. `size` is the length of the whole where only its beginning is sent. */
export const ShownAnswer = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  shown: z.string(),
  size: z.nullable(z.number()),
  /** Where the answer is files: the first of those that are still there. */
  files: z.array(z.object({ id: DocumentId, name: z.string() })),
})
export type ShownAnswer = z.infer<typeof ShownAnswer>

export const PRIORITIES = ['urgent', 'high', 'medium', 'low'] as const
export const Priority = z.enum(PRIORITIES)
export type Priority = z.infer<typeof Priority>

export const InstanceStatus = z.enum(['pending', 'in_progress', 'completed', 'failed', 'cancelled'])
export type InstanceStatus = z.infer<typeof InstanceStatus>

/** What started an instance. */
export const InstanceSource = z.enum(['person', 'form', 'schedule', 'webhook', 'mail', 'api', 'workflow'])
export type InstanceSource = z.infer<typeof InstanceSource>

export const WorkflowName = z.object({ id: WorkflowId, name: z.string(), prefix: z.string() })

/** Team or role whose members may take it. */
export const Queue = z.object({ kind: z.enum(['team', 'role']), id: z.uuid(), name: z.string() })
export type Queue = z.infer<typeof Queue>

/**
 * Why something does not go on: for whom or what, since when, how long that usually takes, what releases it. The page
 * makes a sentence of it.
 */
export const Waiting = z.object({
  kind: z.enum([
    'person',
    'queue',
    'approval',
    'review',
    'query',
    'tool',
    'mail_budget',
    'connection',
    'failed',
    'timer',
    'child',
    'join',
  ]),
  step: z.nullable(z.string()),
  name: z.string(),
  task_id: z.nullable(TaskId),
  since: instant,
  overdue: z.boolean(),
  /** Whoever is asked, those who have not answered yet. */
  people: z.array(Person),
  queue: z.nullable(Queue),
  /** Approvals still needed, and given; items of a list done, and all of them. */
  needed: z.optional(z.number()),
  given: z.optional(z.number()),
  items_done: z.optional(z.number()),
  items: z.optional(z.number()),
  /** When a timer ends, the mail budget has room again, or a connection that is within its limits; absent where somebody has to reconnect it. */
  until: z.optional(instant),
  /** Of a call that is held by its connection: why. Of a failure, or of the last try of an automation that tries again: what happened, in plain words. */
  problem: z.optional(z.string()),
  attempts: z.optional(z.number()),
  /** Of an automation between two tries: when the next is made, which that is, and of how many. */
  retry: z.optional(z.object({ at: instant, next: z.number(), of: z.number() })),
  /** The instance it waits for. */
  child: z.optional(z.object({ id: InstanceId, key: z.string(), name: z.string() })),
  /** Of a join: the steps it still waits for. */
  for: z.optional(z.array(z.string())),
  /** Median of the last runs of this step, in ms; null while there are fewer than ten. */
  usually: z.nullable(z.number()),
  reminded_at: z.nullable(instant),
  /** Of work that was sent back. */
  change_request: z.optional(ChangeRequest),
  /** What the viewer can do about it. */
  act: z.nullable(z.enum(['complete', 'review', 'claim', 'remind', 'retry', 'answer', 'open'])),
})
export type Waiting = z.infer<typeof Waiting>

export const BulkResult = z.object({
  id: z.uuid(),
  /** unknown: the engine did not answer; asking again with the same key does nothing twice. */
  result: z.enum(['done', 'refused', 'unknown']),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
})
export type BulkResult = z.infer<typeof BulkResult>
export const MOST_IN_BULK = 200
export const DueDate = z.nullable(z.iso.datetime({ offset: true }))

/** Of a query: names separated by commas. */
export const namesOf = <T extends z.core.$ZodType>(item: T, most = 10) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): unknown => text.split(',').filter(Boolean)),
    ),
    z.array(item).check(z.maxLength(most)),
  )

const DAYS = /^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/
/** Of a query: days of the organization, the last one included, as `2026-10-16..2026-11-12`. */
export const DayRange = z.pipe(
  z.pipe(
    z.string().check(z.regex(DAYS)),
    z.transform((text) => ({ from: text.slice(0, 10), to: text.slice(12) })),
  ),
  z.object({ from: z.iso.date(), to: z.iso.date() }),
)

/** Of a query: completed on these days, or `no`: neither completed nor cancelled at `as_of`. All states count unless `status` names some. */
export const Ended = z.union([z.literal('no'), DayRange])
/** Of a query: yes and no are about what has a due date, known is all that has one. */
export const Late = z.enum(['yes', 'no', 'known'])

/** Filters by which a figure of analytics opens exactly what it counted. */
export const countedFilters = {
  ended: z.optional(Ended),
  /** By the due date in force: completed after it, or open at `as_of` and overdue then. */
  late: z.optional(Late),
  /** The id of a step. Of tasks: those of the step. Of instances: those in which the step was reached. */
  step: z.optional(z.string().check(z.maxLength(100))),
  /** The version of the workflow that the instance runs on. */
  version: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  /** As it was then: what was created later is left out, what ended later counts as open. */
  as_of: z.optional(z.iso.datetime({ offset: true })),
}
