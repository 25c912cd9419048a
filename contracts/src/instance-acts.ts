import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { DocumentId, InstanceId, MemberId } from './ids.ts'
import { Instance, instanceParams } from './instances.ts'
import { Json } from './json.ts'
import { PageQuery } from './paging.ts'
import { BulkResult, DueDate, instant, MOST_IN_BULK, Person, Priority } from './running.ts'

const whole = z.object({ data: Instance })
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(1000))

export const editInstance = endpoint({
  method: 'PATCH',
  path: '/v1/instances/:instanceId/',
  summary: 'Change what people may change of an instance; only what is sent',
  access: 'instances.manage',
  rate: 'write',
  params: instanceParams,
  body: z.strictObject({
    /** Empty: it follows the name again. */
    title: z.optional(z.string().check(z.trim(), z.maxLength(300))),
    description: z.optional(z.string().check(z.trim(), z.maxLength(5000))),
    due_date: z.optional(DueDate),
    priority: z.optional(Priority),
    customer: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(200)))),
    /** What it was when it was read; a stale one answers 409. */
    version: z.optional(z.number()),
  }),
  response: whole,
})

export const removeInstance = endpoint({
  method: 'DELETE',
  path: '/v1/instances/:instanceId/',
  summary: 'Move an instance to the trash for 30 days; an unfinished one is cancelled first',
  access: 'instances.delete',
  rate: 'write',
  params: instanceParams,
  response: z.object({ id: InstanceId }),
})

export const restoreInstance = endpoint({
  method: 'POST',
  path: '/v1/instances/:instanceId/restore/',
  summary: 'Take an instance back out of the trash',
  access: 'instances.manage',
  rate: 'write',
  params: instanceParams,
  response: whole,
})

export const purgeInstance = endpoint({
  method: 'DELETE',
  path: '/v1/instances/:instanceId/forever/',
  summary: 'Delete an instance in the trash for ever, with its tasks, comments and trace',
  access: 'trash.purge',
  rate: 'write',
  params: instanceParams,
  response: z.object({ id: InstanceId }),
})

export const cancelInstance = endpoint({
  method: 'POST',
  path: '/v1/instances/:instanceId/cancel/',
  summary: 'End an instance; what is open is cancelled',
  access: 'instances.manage',
  rate: 'write',
  params: instanceParams,
  body: z.strictObject({ reason }),
  response: whole,
})

/** `fixed`: they started it or have a task in it, and stay whatever is chosen. */
export const Participant = z.extend(Person, { fixed: z.boolean() })
export type Participant = z.infer<typeof Participant>

export const listParticipants = endpoint({
  method: 'GET',
  path: '/v1/instances/:instanceId/participants/',
  summary: 'Who sees an instance now, and who would see it still once it is narrowed; at most 500',
  access: 'instances.narrow',
  rate: 'read',
  params: instanceParams,
  response: z.object({
    data: z.array(Participant),
    /** How many people may see it now; null: everyone. */
    audience: z.nullable(z.number()),
  }),
})

export const narrowInstance = endpoint({
  method: 'PUT',
  path: '/v1/instances/:instanceId/narrowed/',
  summary: 'Show an instance to its participants only, or to everyone who sees its workflow',
  access: 'instances.narrow',
  rate: 'write',
  params: instanceParams,
  body: z.strictObject({
    narrowed: z.boolean(),
    /** Which of the participants stay; absent: all of them. */
    stay: z.optional(z.array(MemberId).check(z.maxLength(500))),
  }),
  response: whole,
})

const stepParams = z.object({ instanceId: InstanceId, step: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)) })

export const retryStep = endpoint({
  method: 'POST',
  path: '/v1/instances/:instanceId/steps/:step/retry/',
  summary: 'Try a failed step again',
  access: 'tasks.work',
  rate: 'write',
  params: stepParams,
  body: z.strictObject({ item: z.optional(z.number()) }),
  response: whole,
})

/** Outcome absent: the step's usual one. `outputs` fill the variables that later steps read. */
export const overrideStep = endpoint({
  method: 'POST',
  path: '/v1/instances/:instanceId/steps/:step/override/',
  summary: 'Go on past a step, with a reason; audited',
  access: 'tasks.override',
  rate: 'write',
  params: stepParams,
  body: z.strictObject({
    reason,
    outcome: z.optional(z.string().check(z.maxLength(64))),
    outputs: z._default(z.record(z.string(), Json), {}),
  }),
  response: whole,
})

export const bulkInstances = endpoint({
  method: 'POST',
  path: '/v1/instances/bulk/',
  summary: 'One act on many instances, with a result for each',
  access: 'instances.manage',
  rate: 'write',
  body: z.strictObject({
    act: z.enum(['remove', 'cancel', 'restore']),
    ids: z.array(InstanceId).check(z.minLength(1), z.maxLength(MOST_IN_BULK)),
    reason: z.optional(reason),
  }),
  response: z.object({ data: z.array(BulkResult) }),
})

/** `size`: the length of the whole, where only its beginning is sent. */
export const TracedValue = z.object({ name: z.string(), value: Json, size: z.nullable(z.number()) })
export type TracedValue = z.infer<typeof TracedValue>

/** One thing that happened in a turn. */
export const TraceEntry = z.object({
  kind: z.enum([
    'started',
    'opened',
    'completed',
    'decided',
    'asked_again',
    'called',
    'failed',
    'retried',
    'overridden',
    'branched',
    'returned',
    'waited',
    'reminded',
    'reassigned',
    'child',
    'closed',
    'cancelled',
    'ended',
  ]),
  step: z.nullable(z.string()),
  /** The step's name in the pinned version. */
  name: z.string(),
  type: z.nullable(z.string()),
  item: z.nullable(z.number()),
  task_id: z.nullable(z.uuid()),
  by: z.nullable(Person),
  tool: z.nullable(z.string()),
  /** Of a start without a person, its source. */
  outcome: z.nullable(z.string()),
  /** A plain sentence of what went wrong, a decision's comment, a reason, the name of the source. */
  text: z.nullable(z.string()),
  /** Of a start: what went wrong without stopping it, such as a file that couldn't be fetched. */
  problems: z.optional(z.array(z.string())),
  /** From the opening of the step to this, in ms. */
  open_for: z.nullable(z.number()),
  /** Where it led on to. */
  next: z.array(z.string()),
  inputs: z.array(TracedValue),
  results: z.array(TracedValue),
  effect: z.nullable(
    z.object({
      key: z.string(),
      state: z.enum(['intended', 'done', 'failed', 'unknown']),
      attempts: z.array(z.object({ at: instant, took: z.number(), problem: z.nullable(z.string()) })),
      honours_keys: z.boolean(),
    }),
  ),
})
export type TraceEntry = z.infer<typeof TraceEntry>

export const Turn = z.object({
  seq: z.number(),
  at: instant,
  /** Until it was committed, in ms. */
  took: z.number(),
  entries: z.array(TraceEntry),
  /** Whom its inputs and results name by their ids. */
  people: z.array(Person),
  /** Files that are among the values, also those that were deleted since. */
  files: z.array(z.object({ id: DocumentId, name: z.string() })),
})
export type Turn = z.infer<typeof Turn>

export const TraceFilter = z.enum(['all', 'people', 'automations', 'errors'])
export type TraceFilter = z.infer<typeof TraceFilter>

export const traceInstance = endpoint({
  method: 'GET',
  path: '/v1/instances/:instanceId/trace/',
  summary: 'Every turn of an instance, newest first; a filtered page may be short',
  access: 'work.view',
  rate: 'read',
  params: instanceParams,
  query: z.object({ ...PageQuery, filter: z._default(TraceFilter, 'all') }),
  response: z.object({
    data: z.array(Turn),
    /** How many turns there are, and whether any failed. */
    total: z.number(),
    failures: z.number(),
    time_zone: z.string(),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})
