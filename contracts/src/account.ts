import * as z from 'zod/mini'
import { CurrentUser } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { MemberId, SessionId, TenantId } from './ids.ts'

/** Second factors, devices and workspaces of whoever is signed in, or about to be. */
const Ok = z.object({ status: z.literal('ok') })
const own = { access: 'signed_in', always_open: true } as const

/** Six digits of the authenticator app, or a recovery code. */
export const SecondFactorCode = z.string().check(z.trim(), z.minLength(6), z.maxLength(32))
export const RECOVERY_CODES = 10
/** Wrong codes until the second factor is locked, and for how long. */
export const MOST_WRONG_CODES = 10
export const LOCKED_MINUTES = 15

export const passSecondFactor = endpoint({
  method: 'POST',
  path: '/v1/auth/second-factor/',
  summary: 'Finish signing in with a code; ten wrong ones lock the second factor for 15 minutes',
  access: 'public',
  rate: 'sign_in',
  body: z.strictObject({ challenge: z.string().check(z.minLength(1), z.maxLength(200)), code: SecondFactorCode }),
  response: z.object({ user: CurrentUser }),
})

/** What somebody has besides the session: the password, a code, or Google's credential where there is nothing else. */
const Proof = z
  .strictObject({
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    code: z.optional(SecondFactorCode),
    token: z.optional(z.string().check(z.minLength(1), z.maxLength(10_000))),
  })
  .check(z.refine((proof) => Object.keys(proof).length === 1, 'Send exactly one proof'))
export type Proof = z.infer<typeof Proof>

export const confirmSession = endpoint({
  ...own,
  method: 'POST',
  path: '/v1/auth/confirm/',
  summary: 'Confirm a session by password, code, or Google; the confirmation lasts five minutes',
  rate: 'sign_in',
  body: Proof,
  response: Ok,
})

export const beginTotp = endpoint({
  ...own,
  method: 'POST',
  path: '/v1/auth/second-factor/begin/',
  summary: 'A new secret for an authenticator app; it counts once a code has confirmed it',
  rate: 'sign_in',
  /** The password of an account that has one; any other needs a confirmed session. */
  body: z.strictObject({ password: z.optional(z.string().check(z.maxLength(200))) }),
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotp = endpoint({
  ...own,
  method: 'POST',
  path: '/v1/auth/second-factor/confirm/',
  summary: 'Turn two factors on; answers the recovery codes, once',
  rate: 'sign_in',
  body: z.strictObject({ code: SecondFactorCode }),
  response: z.object({ recovery_codes: z.array(z.string()) }),
})

export const renewRecoveryCodes = endpoint({
  ...own,
  method: 'POST',
  path: '/v1/auth/second-factor/recovery-codes/',
  summary: 'New recovery codes; the old ones stop working',
  rate: 'sign_in',
  body: z.strictObject({ code: SecondFactorCode }),
  response: z.object({ recovery_codes: z.array(z.string()) }),
})

export const endTotp = endpoint({
  ...own,
  method: 'POST',
  path: '/v1/auth/second-factor/end/',
  summary: 'Turn two factors off; refused where an organization of the person requires it',
  rate: 'sign_in',
  body: z.strictObject({ code: SecondFactorCode }),
  response: Ok,
})

export const Device = z.object({
  id: SessionId,
  /** As people call it: "Chrome on Windows". */
  name: z.string(),
  kind: z.enum(['desktop', 'phone', 'tablet']),
  address: z.string(),
  signed_in_at: z.string(),
  last_seen_at: z.string(),
  current: z.boolean(),
  /** First seen within the last seven days, beside devices known longer. */
  is_new: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const listSessions = endpoint({
  ...own,
  method: 'GET',
  path: '/v1/auth/sessions/',
  summary: "The person's open sessions, this one first, then the latest; at most 100",
  rate: 'read',
  response: z.array(Device),
})

export const endSession = endpoint({
  ...own,
  method: 'DELETE',
  path: '/v1/auth/sessions/:sessionId/',
  summary: 'Sign a device out',
  rate: 'write',
  params: z.object({ sessionId: SessionId }),
  response: Ok,
})

export const endOtherSessions = endpoint({
  ...own,
  method: 'DELETE',
  path: '/v1/auth/sessions/',
  summary: 'Sign all other devices out',
  rate: 'write',
  response: z.object({ ended: z.number() }),
})

export const Workspace = z.object({
  tenant_id: TenantId,
  member_id: MemberId,
  name: z.string(),
  kind: z.enum(['personal', 'organization']),
  role_display_name: z.string(),
  logo_url: z.nullable(z.string()),
  current: z.boolean(),
})
export type Workspace = z.infer<typeof Workspace>

export const listWorkspaces = endpoint({
  ...own,
  method: 'GET',
  path: '/v1/auth/workspaces/',
  summary: 'Workspaces the person is an active member of, last used first; at most 100',
  rate: 'read',
  response: z.array(Workspace),
})

export const openWorkspace = endpoint({
  ...own,
  method: 'POST',
  path: '/v1/auth/workspaces/:tenantId/open/',
  summary: 'Go on in another workspace',
  rate: 'write',
  params: z.object({ tenantId: TenantId }),
  response: z.object({ user: CurrentUser }),
})
