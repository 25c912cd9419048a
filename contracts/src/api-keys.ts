import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { StandIn } from './form-triggers.ts'
import { ApiKeyId, InstanceId, WorkflowId } from './ids.ts'
import { instant } from './running.ts'
import { workflowParams } from './workflows.ts'

/** Of one workspace, without those that were revoked. */
export const MAX_KEYS = 100
/** `tlk_` and 256 random bits. */
export const TOKEN = /^tlk_[\w-]{43}$/

export const ListedApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  /** Its last characters. */
  end: z.string(),
  networks: z.array(z.string()),
  ends_at: z.nullable(instant),
  created_at: instant,
  created_by: z.nullable(z.string()),
  /** The day, in UTC. */
  last_used_on: z.nullable(z.iso.date()),
  /** How many instances it has started. */
  started: z.number(),
})
export type ListedApiKey = z.infer<typeof ListedApiKey>

export const ApiCall = z.object({
  at: instant,
  key_name: z.nullable(z.string()),
  instance: z.object({ id: InstanceId, key: z.string(), status: z.string() }),
})
export type ApiCall = z.infer<typeof ApiCall>

/** An address, or a network such as 203.0.113.0/24. */
const network = z.string().check(z.trim(), z.minLength(2), z.maxLength(64))

export const listApiKeys = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/api-keys/',
  summary: 'Keys that can start a workflow, and what they started last',
  access: 'workflows.view',
  rate: 'read',
  params: workflowParams,
  response: z.object({ data: z.object({ keys: z.array(ListedApiKey), calls: z.array(ApiCall) }) }),
})

export const addApiKey = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/api-keys/',
  summary: 'Let a program start a workflow with a key of its own',
  access: 'workflows.publish',
  rate: 'write',
  status: 201,
  params: workflowParams,
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
    /** Made by the page that shows it, never answered. */
    token: z.string().check(z.regex(TOKEN)),
    ends_in_days: z._default(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(3650))), 90),
    networks: z._default(z.array(network).check(z.maxLength(20)), []),
    /** Absent: the member who adds it, where a step needs a starter. */
    stand_in: z.optional(z.nullable(StandIn)),
  }),
  response: z.object({ data: ListedApiKey }),
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: '/v1/workflows/:workflowId/api-keys/:keyId/',
  summary: 'Revoke an API key, effective at once',
  access: 'workflows.publish',
  rate: 'write',
  params: z.object({ workflowId: WorkflowId, keyId: ApiKeyId }),
  response: z.object({ id: ApiKeyId }),
})
