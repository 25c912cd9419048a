import * as z from 'zod/mini'
import { EmailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { MemberId, PersonId, TenantId } from './ids.ts'
import { PERMISSIONS } from './permissions.ts'
import { Username } from './username.ts'

const password = z.string().check(z.minLength(1), z.maxLength(200))
const verificationString = z.string().check(z.minLength(1), z.maxLength(200))

export const CurrentUser = z.object({
  id: PersonId,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  photo: z.nullable(z.string()),
  auth_type: z.string(),
  is_admin: z.boolean(),
  is_approved: z.boolean(),
  is_internal: z.boolean(),
  role: z.string(),
  role_display_name: z.string(),
  department: z.nullable(z.string()),
  /** Null while the person works in their own workspace. */
  organization_id: z.nullable(TenantId),
  tenant_id: TenantId,
  tenant_name: z.string(),
  member_id: MemberId,
  permissions: z.array(z.enum(PERMISSIONS)),
  time_zone: z.string(),
  subscription_active: z.boolean(),
  two_factor_enabled: z.boolean(),
  /** The active organisation asks for a second factor and the person has none: until then nothing else is open. */
  two_factors_missing: z.boolean(),
  /** Set while the account waits to be deleted. */
  deletes_at: z.nullable(z.string()),
})
export type CurrentUser = z.infer<typeof CurrentUser>

const Ok = z.object({ status: z.literal('ok') })

/** Either the person, or what the second step of signing in needs. */
const SignedIn = z.object({
  user: z.nullable(CurrentUser),
  second_factor: z.nullable(z.object({ challenge: z.string() })),
})

export const getCsrf = endpoint({
  method: 'GET',
  path: '/v1/auth/csrf/',
  summary: 'Token for X-CSRFToken, bound to the session, and its cookie',
  access: 'public',
  rate: 'read',
  response: z.object({ csrfToken: z.string() }),
})

export const getMe = endpoint({
  method: 'GET',
  path: '/v1/auth/me/',
  summary: 'The signed-in person, with role and permissions in the active workspace',
  access: 'signed_in',
  rate: 'read',
  always_open: true,
  response: CurrentUser,
})

export const getRestored = endpoint({
  method: 'GET',
  path: '/v1/auth/restored/',
  summary: 'Between which moments work was lost, where the database was restored from a backup in the last two weeks',
  access: 'signed_in',
  rate: 'read',
  always_open: true,
  response: z.object({ data: z.nullable(z.object({ lost_from: z.string(), lost_until: z.string() })) }),
})

export const login = endpoint({
  method: 'POST',
  path: '/v1/auth/login/',
  summary: 'Sign in with username or email address and password',
  access: 'public',
  rate: 'sign_in',
  body: z.strictObject({ username: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)), password }),
  response: SignedIn,
})

export const logout = endpoint({
  method: 'POST',
  path: '/v1/auth/logout/',
  summary: 'Revoke this session; harmless when there is none',
  access: 'public',
  rate: 'write',
  always_open: true,
  response: Ok,
})

export const googleNonce = endpoint({
  method: 'GET',
  path: '/v1/auth/google/nonce/',
  summary: 'Nonce for the identity provider, bound to a pre-session cookie and good for one sign-in',
  access: 'public',
  rate: 'read',
  response: z.object({ nonce: z.string(), client_id: z.string(), script_url: z.string() }),
})

export const googleCallback = endpoint({
  method: 'POST',
  path: '/v1/auth/google/callback/',
  summary: "Sign in with the identity provider's credential",
  access: 'public',
  rate: 'sign_in',
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(10_000)) }),
  response: SignedIn,
})

export const Invitation = z.object({
  organization: z.string(),
  role: z.string(),
  invited_by: z.string(),
  /** The address has an account: that person signs in and joins; no second account is made. */
  has_account: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

export const VERIFICATION_PURPOSES = ['sign_up', 'reset_password', 'change_email', 'undo_email', 'invitation'] as const
export type VerificationPurpose = (typeof VERIFICATION_PURPOSES)[number]

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/v1/auth/verify-email/',
  summary: 'Check a verification string without consuming it; a change of email address is applied by it',
  access: 'public',
  rate: 'sign_in',
  body: z.strictObject({ verification_string: verificationString }),
  response: z.object({
    purpose: z.enum(VERIFICATION_PURPOSES),
    email: z.string(),
    invitation: z.nullable(Invitation),
  }),
})

export const signup = endpoint({
  method: 'POST',
  path: '/v1/auth/signup/',
  summary: 'Complete a sign-up with the string from the mail',
  access: 'public',
  rate: 'sign_in',
  status: 201,
  body: z.strictObject({
    username: Username,
    /** Without one, invited people keep the name they were invited by, and others are called by their username. */
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(120))),
    password,
    verification_string: verificationString,
    auth_type: z.literal('custom_individual'),
  }),
  response: z.object({ username: z.string() }),
})

export const joinOrganization = endpoint({
  method: 'POST',
  path: '/v1/auth/join/',
  summary: 'Accept an invitation with the account that is signed in',
  access: 'signed_in',
  rate: 'write',
  always_open: true,
  body: z.strictObject({ verification_string: verificationString }),
  response: z.object({ user: CurrentUser }),
})

export const registerEmail = endpoint({
  method: 'POST',
  path: '/v1/auth/register-email/',
  summary: 'Send a registration link; known and unknown addresses are answered alike',
  access: 'public',
  rate: 'mail',
  body: z.strictObject({ email: EmailAddress }),
  response: Ok,
})

export const resetPasswordEmail = endpoint({
  method: 'POST',
  path: '/v1/auth/reset-password-email/',
  summary: 'Send a reset link; known and unknown addresses are answered alike',
  access: 'public',
  rate: 'mail',
  body: z.strictObject({ email: EmailAddress }),
  response: Ok,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/v1/auth/reset-password/',
  summary: 'Choose a new password with the string from the mail; other sessions end',
  access: 'public',
  rate: 'sign_in',
  body: z.strictObject({ password, verification_string: verificationString }),
  response: Ok,
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/v1/auth/change-email/',
  summary:
    'Send a verification link to a new address; the old one stays until it is followed. Needs a confirmed session',
  access: 'signed_in',
  rate: 'probe',
  body: z.strictObject({ email: EmailAddress, old_email: EmailAddress }),
  response: Ok,
})

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/v1/auth/undo-email/',
  summary:
    'Undo a change of address with the string mailed to the old one, and choose a new password; all sessions end',
  access: 'public',
  rate: 'sign_in',
  body: z.strictObject({ password, verification_string: verificationString }),
  response: Ok,
})
