import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { MemberId, SecretId, WorkflowId } from './ids.ts'

export const SECRET_LIMITS = {
  /** Of a workspace. */
  count: 100,
  hosts: 20,
  /** A shorter value could not be told from ordinary text in an answer, where it is masked. */
  shortest: 8,
  longest: 4096,
} as const

export const SecretName = z.string().check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/))

/** A host as it stands in an address, with its port where it is not the usual one. */
export const SecretHost = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(253), z.regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/))

const value = z.string().check(
  z.minLength(SECRET_LIMITS.shortest),
  z.maxLength(SECRET_LIMITS.longest),
  // A line break in a header would begin another header.
  z.regex(/^[^\p{Cc}]*$/u),
)
const hosts = z.array(SecretHost).check(z.minLength(1), z.maxLength(SECRET_LIMITS.hosts))

/** A secret without its value, which nobody gets to see again. */
export const StoredSecret = z.object({
  id: SecretId,
  name: z.string(),
  /** It is sent to these hosts and to no others. */
  hosts: z.array(z.string()),
  set_by: z.object({ id: MemberId, name: z.string() }),
  set_at: z.string(),
  last_used_at: z.nullable(z.string()),
  /** Workflows that refer to it, in their draft or their current version, as far as the viewer may see them. */
  used_in: z.array(z.object({ id: WorkflowId, name: z.string() })),
  /** How many more do, whether the viewer may see them or not. */
  used_in_more: z.number(),
})
export type StoredSecret = z.infer<typeof StoredSecret>

const secretParams = z.object({ secretId: SecretId })

export const listSecrets = endpoint({
  method: 'GET',
  path: '/v1/integrations/secrets/',
  summary: 'List the secrets of the workspace, without their values',
  access: 'integrations.connect',
  rate: 'read',
  response: z.object({ data: z.array(StoredSecret) }),
})

export const addSecret = endpoint({
  method: 'POST',
  path: '/v1/integrations/secrets/',
  summary: 'Store a secret that HTTP requests can send to the given hosts',
  access: 'integrations.secrets',
  rate: 'write',
  status: 201,
  body: z.strictObject({ name: SecretName, value, hosts }),
  response: z.object({ data: StoredSecret }),
})

export const replaceSecret = endpoint({
  method: 'PUT',
  path: '/v1/integrations/secrets/:secretId/',
  summary: 'Replace the value and hosts together; changing the hosts requires entering the value again',
  access: 'integrations.secrets',
  rate: 'write',
  params: secretParams,
  body: z.strictObject({ value, hosts }),
  response: z.object({ data: StoredSecret }),
})

export const removeSecret = endpoint({
  method: 'DELETE',
  path: '/v1/integrations/secrets/:secretId/',
  summary: 'Delete a secret permanently; steps that use it stop until one with that name is added',
  access: 'integrations.secrets',
  rate: 'write',
  params: secretParams,
  response: z.object({ id: SecretId }),
})
