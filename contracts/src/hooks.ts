import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { StandIn } from './form-triggers.ts'
import { HookId, InstanceId, MemberId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'
import { PageQuery } from './paging.ts'
import { instant, Person } from './running.ts'
import { workflowParams } from './workflows.ts'

/** Of one workflow. */
export const MAX_HOOKS = 20
/** Of a call's body. */
export const HOOK_BYTES = 256 * 1024
/** Of one call, fetched from addresses in its body. */
export const MAX_HOOK_FILES = 10
export const MAX_HOOK_FILE_BYTES = 25 * 1_048_576
export const MAX_HOOK_FILES_BYTES = 50 * 1_048_576
/** Counts of thirty days end here. */
export const MAX_COUNTED = 10_000
const MAX_VALUES = 300

/** How a sender proves that a call is theirs. */
export const HookStyle = z.enum(['standard', 'github', 'stripe', 'bearer'])
export type HookStyle = z.infer<typeof HookStyle>
/** What makes two calls the same. */
export const RepeatBy = z.enum(['id', 'value', 'body'])
export type RepeatBy = z.infer<typeof RepeatBy>

const variable = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const path = z.string().check(z.trim(), z.maxLength(300))
const few = z.refine<object>((map) => Object.keys(map).length <= MAX_VALUES, 'too many')
/** Made by the page that shows it, or by the sender; never answered. */
const secret = z.string().check(z.minLength(16), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/))

export const DeliveryState = z.enum(['started', 'duplicate', 'held', 'refused', 'forged'])
export type DeliveryState = z.infer<typeof DeliveryState>

/** A file whose address stands in the body; the address itself may hold a secret and isn't shown. */
export const DeliveryFile = z.object({
  host: z.string(),
  name: z.string(),
  state: z.enum(['waiting', 'kept', 'failed']),
  reason: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
})
export type DeliveryFile = z.infer<typeof DeliveryFile>

export const Delivery = z.object({
  id: z.uuid(),
  at: instant,
  state: DeliveryState,
  /** What it started, or was a repeat of. Null where nothing did, or the instance was deleted. */
  instance: z.nullable(z.object({ id: InstanceId, key: z.string(), status: z.string() })),
  reason: z.nullable(z.string()),
  /** A person can start it: it was rejected, or was held and doesn’t fit the workflow by now. */
  startable: z.boolean(),
  took_ms: z.number(),
  files: z.array(DeliveryFile),
})
export type Delivery = z.infer<typeof Delivery>

export const ListedHook = z.object({
  id: HookId,
  workflow_id: WorkflowId,
  name: z.string(),
  style: HookStyle,
  paused_at: z.nullable(instant),
  paused_by: z.nullable(z.string()),
  last_call_at: z.nullable(instant),
  /** In the last 30 days, up to `MAX_COUNTED`. */
  started: z.number(),
  /** Calls of the last 24 hours that were rejected. */
  rejected: z.number(),
  /** Calls that wait for the workflow or for runs. */
  held: z.number(),
})
export type ListedHook = z.infer<typeof ListedHook>

const Secret = z.object({ end: z.string(), since: z.nullable(instant), by: z.nullable(z.string()) })

export const Hook = z.extend(ListedHook, {
  url: z.string(),
  secret: Secret,
  /** Works until then. */
  previous: z.nullable(z.object({ end: z.string(), until: instant })),
  repeat_by: RepeatBy,
  repeat_path: z.string(),
  title: z.string(),
  /** Where addresses of files stand in the body; empty: nowhere. */
  files_path: z.string(),
  /** Paths into the body, by variable. */
  mapping: z.record(z.string(), z.string()),
  fixed_values: z.record(z.string(), Json),
  /** Members whom fixed values name. */
  people: z.array(z.pick(Person, { id: true, name: true })),
  stand_in: z.nullable(z.object({ kind: z.enum(['member', 'team', 'role']), id: z.uuid(), name: z.string() })),
  /** Who is told of a call that is rejected. */
  told: z.nullable(z.pick(Person, { id: true, name: true })),
  version: z.number(),
  saved_at: instant,
  saved_by: z.nullable(z.string()),
})
export type Hook = z.infer<typeof Hook>

const settings = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  style: HookStyle,
  repeat_by: RepeatBy,
  repeat_path: z._default(path, ''),
  title: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  files_path: z._default(path, ''),
  mapping: z._default(z.record(variable, path).check(few), {}),
  fixed_values: z._default(z.record(variable, Json).check(few), {}),
  /** Absent: the member who adds it, where a step needs a starter. */
  stand_in: z.optional(z.nullable(StandIn)),
  /** Absent: the member who adds it. */
  told_id: z.optional(MemberId),
}
const one = z.object({ data: Hook })
const hookParams = z.object({ workflowId: WorkflowId, hookId: HookId })
const deliveryParams = z.extend(hookParams, { deliveryId: z.uuid() })
const at = '/v1/workflows/:workflowId/hooks/:hookId/'

export const addHook = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/hooks/',
  summary: 'Let calls of another program start a workflow',
  access: 'workflows.publish',
  rate: 'write',
  status: 201,
  params: workflowParams,
  body: z.strictObject({ ...settings, secret }),
  response: one,
})

export const getHook = endpoint({
  method: 'GET',
  path: at,
  summary: 'A webhook with its settings, without its secret',
  access: 'workflows.view',
  rate: 'read',
  params: hookParams,
  response: one,
})

export const changeHook = endpoint({
  method: 'PUT',
  path: at,
  summary: 'Change how a webhook’s calls are checked and what they start with',
  access: 'workflows.publish',
  rate: 'write',
  params: hookParams,
  body: z.strictObject({ ...settings, version: z.number().check(z.int()) }),
  response: one,
})

export const removeHook = endpoint({
  method: 'DELETE',
  path: at,
  summary: 'Delete a webhook; instances it started continue',
  access: 'workflows.publish',
  rate: 'write',
  params: hookParams,
  response: z.object({ id: HookId }),
})

export const pauseHook = endpoint({
  method: 'POST',
  path: `${at}pause/`,
  summary: 'Pause a webhook, or turn it on again; calls are rejected meanwhile',
  access: 'workflows.publish',
  rate: 'write',
  params: hookParams,
  body: z.strictObject({ paused: z.boolean() }),
  response: one,
})

export const replaceHookSecret = endpoint({
  method: 'POST',
  path: `${at}secret/`,
  summary: 'Sign with a new secret; the one before works for 24 more hours',
  access: 'workflows.publish',
  rate: 'write',
  params: hookParams,
  body: z.strictObject({ secret }),
  response: one,
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: `${at}deliveries/`,
  summary: 'Calls of the last 30 days, newest first',
  access: 'workflows.view',
  rate: 'read',
  params: hookParams,
  query: z.object({ ...PageQuery, rejected: z.optional(z.stringbool()) }),
  response: z.object({
    data: z.array(Delivery),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})

export const getDelivery = endpoint({
  method: 'GET',
  path: `${at}deliveries/:deliveryId/`,
  summary: 'A call with its body, which is kept for seven days',
  access: 'workflows.publish',
  rate: 'read',
  params: deliveryParams,
  response: z.object({ data: z.extend(Delivery, { body: z.nullable(z.string()) }) }),
})

export const retryDelivery = endpoint({
  method: 'POST',
  path: `${at}deliveries/:deliveryId/start/`,
  summary: 'Start what a rejected call was to start, or one that was held and no longer fits, with the settings of now',
  access: 'instances.manage',
  rate: 'write',
  status: 201,
  params: deliveryParams,
  response: z.object({ data: z.object({ id: InstanceId, key: z.string() }) }),
})

/** What a test comes to. */
export const HookTest = z.object({
  /** The status that the sender gets, or would get. */
  status: z.number(),
  instance: z.nullable(z.object({ id: InstanceId, key: z.string() })),
  problem: z.nullable(z.string()),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  /** By variable, as the workflow would get them. */
  values: z.array(z.object({ variable: z.string(), type: z.string(), value: Json })),
  took_ms: z.nullable(z.number()),
})
export type HookTest = z.infer<typeof HookTest>

export const testHook = endpoint({
  method: 'POST',
  path: `${at}test/`,
  summary: 'What a call would start; or a call that is really signed and sent, and starts it',
  access: 'workflows.publish',
  rate: 'write',
  body_bytes: 2 * HOOK_BYTES,
  params: hookParams,
  body: z.strictObject({ content: z.string().check(z.maxLength(HOOK_BYTES)), send: z._default(z.boolean(), false) }),
  response: z.object({ data: HookTest }),
})
