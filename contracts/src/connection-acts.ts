import * as z from 'zod/mini'
import { CONNECTION_LIMITS, Connection, UsableBy } from './connections.ts'
import { endpoint } from './endpoint.ts'
import { ConnectionId, InstanceId, ToolId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'
import { instant } from './running.ts'

/** In a configuration that is changed: keep what is stored under this name. */
export const KEPT_SECRET = '••••••••'

/** What came of a test of a connection, which the worker makes; `under_way` until then. */
export const ConnectionTest = z.object({
  id: z.uuid(),
  state: z.enum(['under_way', 'passed', 'failed']),
  /** Each thing it did, in order, up to the first that failed. */
  steps: z.array(
    z.object({
      text: z.string(),
      ok: z.boolean(),
      ms: z.number(),
      /** Why it failed, and what to do. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** Why nothing could be tested. */
  text: z.nullable(z.string()),
  took: z.nullable(z.number()),
  /** It failed because tools reach public addresses only. */
  private_address: z.boolean(),
  /** The connection has the tested configuration now. */
  taken: z.boolean(),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

const configuration = z
  .record(z.string(), Json)
  .check(z.refine((given) => JSON.stringify(given).length <= CONNECTION_LIMITS.configuration))
const tested = z.object({ data: ConnectionTest })
const params = z.object({ connectionId: ConnectionId })

export const testConfiguration = endpoint({
  method: 'POST',
  path: '/v1/tools/:toolId/integrations/test/',
  summary: 'Test a configuration before the tool is connected with it; nothing of it is kept',
  access: 'integrations.connect',
  rate: 'mail',
  status: 202,
  params: z.object({ toolId: ToolId }),
  free_body: true,
  body: configuration,
  response: tested,
})

export const testConnection = endpoint({
  method: 'POST',
  path: '/v1/tools/integrations/:connectionId/test/',
  summary:
    'Test a connection with what it has, or with a new configuration, whose dots keep what is stored; `take` gives it that once the test has passed',
  access: 'integrations.connect',
  rate: 'mail',
  status: 202,
  params,
  body: z.strictObject({ configuration: z.optional(configuration), take: z._default(z.boolean(), false) }),
  response: tested,
})

export const getConnectionTest = endpoint({
  method: 'GET',
  path: '/v1/tools/integrations/tests/:connectionTestId/',
  summary: 'What came of a test of one’s own',
  access: 'integrations.connect',
  rate: 'read',
  params: z.object({ connectionTestId: z.uuid() }),
  response: tested,
})

/** A call that a step made by a connection. */
export const ConnectionCall = z.object({
  at: instant,
  operation: z.nullable(z.string()),
  /** `sent`: done once. `answered`: something was read. `failed`: not sent, or rejected by the receiver. */
  result: z.enum(['sent', 'answered', 'unknown', 'failed', 'held', 'under_way']),
  attempts: z.number(),
  problem: z.nullable(z.string()),
  took: z.nullable(z.number()),
  /** The instance whose step made it, where the viewer may see that. */
  instance: z.nullable(z.object({ id: InstanceId, key: z.string(), name: z.string() })),
})
export type ConnectionCall = z.infer<typeof ConnectionCall>

export const ConnectionPage = z.object({
  connection: Connection,
  /** Whether the viewer may test, change and reconnect it. */
  can_manage: z.boolean(),
  /** The last fourteen, the oldest first. */
  days: z.array(z.object({ day: z.string(), calls: z.number(), failed: z.number() })),
  /** The newest first. */
  calls: z.array(ConnectionCall),
  /** Steps that call by it, in drafts and current versions of workflows that the viewer may see. */
  steps: z.array(
    z.object({
      workflow: z.object({ id: WorkflowId, name: z.string(), prefix: z.string() }),
      step: z.string(),
      name: z.string(),
      /** What it calls, in words. */
      operation: z.nullable(z.string()),
      in_draft: z.boolean(),
      in_version: z.boolean(),
      /** Instances of the workflow that run, capped at 1,000. */
      running: z.number(),
    }),
  ),
  /** Further workflows that use it, which the viewer may not see. */
  hidden_workflows: z.number(),
  /** Calls that wait for it, and since when. */
  held: z.number(),
  held_since: z.nullable(instant),
  under_way: z.number(),
  limits: z.object({ at_once: z.number(), per_minute: z.number(), last_minute: z.number() }),
  rotated_at: z.nullable(instant),
  /** The secret before is kept until the new one has worked for an hour. */
  has_previous: z.boolean(),
  /** How long a call usually takes, in ms. */
  usually: z.nullable(z.number()),
  paused_until: z.nullable(instant),
  signed_out: z.nullable(z.object({ at: instant, text: z.string(), admins_told_at: z.nullable(instant) })),
})
export type ConnectionPage = z.infer<typeof ConnectionPage>

const page = z.object({ data: ConnectionPage })

export const getConnection = endpoint({
  method: 'GET',
  path: '/v1/tools/integrations/:connectionId/',
  summary: 'Show a connection with its health, its calls of the last fourteen days, and the steps that use it',
  access: 'integrations.view',
  rate: 'read',
  params,
  response: page,
})

export const changeConnection = endpoint({
  method: 'PATCH',
  path: '/v1/tools/integrations/:connectionId/',
  summary: 'Rename a connection, change who can use it, or how many calls it makes',
  access: 'integrations.connect',
  rate: 'write',
  params,
  body: z.strictObject({
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(CONNECTION_LIMITS.name))),
    usable_by: z.optional(UsableBy),
    max_at_once: z.optional(z.int().check(z.minimum(1), z.maximum(CONNECTION_LIMITS.calls_at_once))),
    max_per_minute: z.optional(z.int().check(z.minimum(1), z.maximum(CONNECTION_LIMITS.calls_per_minute))),
  }),
  response: page,
})

/** More drafts than this are changed by the next call. */
export const MAX_REPLACED_WORKFLOWS = 100

export const replaceConnection = endpoint({
  method: 'POST',
  path: '/v1/tools/integrations/:connectionId/replace/',
  summary:
    'Have the drafts that one may see call by another connection to the same tool; versions and running instances stay as they are until somebody publishes',
  access: 'workflows.publish',
  rate: 'write',
  params,
  body: z.strictObject({ connection_id: ConnectionId }),
  response: z.object({
    /** The workflows whose drafts were changed. */
    data: z.array(z.object({ id: WorkflowId, name: z.string(), steps: z.number() })),
  }),
})
