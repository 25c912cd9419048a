import * as z from 'zod/mini'
import { Connection } from './connections.ts'
import { endpoint } from './endpoint.ts'
import { ConnectionId, SignInId, ToolId } from './ids.ts'

export const SIGN_IN_LIMITS = {
  /** From the moment it is begun until the person is back. */
  minutes: 10,
  /** Of what a provider gives back. */
  parameter: 4000,
} as const

/** One thing that a test of a connection did, in words, with what to do if it failed. */
const TestedStep = z.object({ text: z.string(), ok: z.boolean(), ms: z.number(), problem: z.optional(z.string()) })

/** A sign-in at a tool’s provider, from its beginning until somebody connects with it. */
export const SignIn = z.object({
  id: SignInId,
  tool_id: ToolId,
  /** `begun` until the person is back, `finishing` while the worker exchanges the code and tests it. */
  state: z.enum(['begun', 'finishing', 'signed_in', 'failed']),
  /** Why it failed, in the provider’s words where it gave some. */
  problem: z.nullable(z.string()),
  account: z.nullable(z.string()),
  asked: z.array(z.string()),
  granted: z.array(z.string()),
  tested: z.array(TestedStep),
  begun_at: z.string(),
})
export type SignIn = z.infer<typeof SignIn>

const parameter = z.string().check(z.minLength(1), z.maxLength(SIGN_IN_LIMITS.parameter))
const params = z.object({ signInId: SignInId })
const response = z.object({ data: SignIn })

export const beginSignIn = endpoint({
  method: 'POST',
  path: '/v1/tools/:toolId/sign-in/',
  summary: 'Begin to sign in to a tool: answers the address at its provider where the person goes on',
  access: 'integrations.connect',
  rate: 'write',
  status: 201,
  params: z.object({ toolId: ToolId }),
  body: z.strictObject({ scopes: z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(50)) }),
  response: z.object({ data: z.object({ id: SignInId, url: z.string() }) }),
})

export const returnFromSignIn = endpoint({
  method: 'POST',
  path: '/v1/tools/sign-ins/return/',
  summary: 'Hand over what a provider sent the person back with; good once, in the browser and session that began it',
  access: 'integrations.connect',
  rate: 'write',
  status: 202,
  body: z.strictObject({
    state: parameter,
    code: z.optional(parameter),
    iss: z.optional(parameter),
    error: z.optional(parameter),
    error_description: z.optional(parameter),
  }),
  response,
})

export const getSignIn = endpoint({
  method: 'GET',
  path: '/v1/tools/sign-ins/:signInId/',
  summary: 'How far a sign-in of one’s own has come',
  access: 'integrations.connect',
  rate: 'read',
  params,
  response,
})

export const cancelSignIn = endpoint({
  method: 'DELETE',
  path: '/v1/tools/sign-ins/:signInId/',
  summary: 'Give up a sign-in that nothing was connected with; all that came of it is erased',
  access: 'integrations.connect',
  rate: 'write',
  params,
  response: z.object({ id: SignInId }),
})

export const reconnectBySignIn = endpoint({
  method: 'PUT',
  path: '/v1/tools/integrations/:connectionId/sign-in/',
  summary: 'Connect anew: a connection of one’s own takes a new sign-in in place of the one that ended',
  access: 'integrations.connect',
  rate: 'write',
  params: z.object({ connectionId: ConnectionId }),
  body: z.strictObject({ sign_in: SignInId }),
  response: z.object({ data: Connection }),
})
