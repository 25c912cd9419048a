import * as z from 'zod/mini'
import { EmailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { PersonId } from './ids.ts'
import { PICTURE_BYTES, PICTURE_TOO_LARGE } from './org.ts'
import { Username } from './username.ts'

const userParams = z.object({ userId: PersonId })
const password = z.string().check(z.minLength(1), z.maxLength(200))
const Ok = z.object({ status: z.literal('ok') })

/** A second language is a second catalogue of texts; there is one so far. */
export const LANGUAGES = ['en'] as const

export const Profile = z.object({
  id: PersonId,
  name: z.string(),
  email: z.string(),
  username: z.string(),
  photo: z.nullable(z.string()),
  auth_type: z.string(),
  language: z.enum(LANGUAGES),
  time_zone: z.string(),
  has_password: z.boolean(),
  password_changed_at: z.nullable(z.string()),
  google_connected: z.boolean(),
  two_factor_enabled: z.boolean(),
  two_factor_since: z.nullable(z.string()),
  recovery_codes_left: z.number(),
  /** Set while the account waits to be deleted. */
  deletes_at: z.nullable(z.string()),
  version: z.number(),
})
export type Profile = z.infer<typeof Profile>

export const getProfile = endpoint({
  method: 'GET',
  path: '/v1/auth/:userId/',
  summary: "The person's own profile",
  access: 'signed_in',
  rate: 'read',
  always_open: true,
  params: userParams,
  response: Profile,
})

export const updateProfile = endpoint({
  method: 'PATCH',
  path: '/v1/auth/:userId/',
  summary: 'Change name, username, language or time zone; an e-mail address other than the present one is refused',
  access: 'signed_in',
  rate: 'write',
  params: userParams,
  body: z.strictObject({
    name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(120))),
    username: z.optional(Username),
    email: z.optional(EmailAddress),
    language: z.optional(z.enum(LANGUAGES)),
    time_zone: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: Profile,
})

export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/v1/auth/:userId/photo/',
  summary: 'Upload a photo (JPEG, PNG or GIF by its bytes, at most 5 MB); it is drawn anew at 256 pixels',
  access: 'signed_in',
  rate: 'upload',
  params: userParams,
  file: { field: 'photo', maxBytes: PICTURE_BYTES, tooLarge: PICTURE_TOO_LARGE },
  response: z.object({ photo: z.string() }),
})

export const getPhoto = endpoint({
  method: 'GET',
  path: '/v1/auth/:userId/photo/',
  summary: "The bytes of the person's own photo",
  access: 'signed_in',
  rate: 'read',
  always_open: true,
  params: userParams,
  query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
  binary: true,
  response: z.unknown(),
})

export const removePhoto = endpoint({
  method: 'DELETE',
  path: '/v1/auth/:userId/photo/',
  summary: 'Remove the photo',
  access: 'signed_in',
  rate: 'write',
  params: userParams,
  response: Ok,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/v1/auth/:userId/password/',
  summary: 'Change the password; other devices are signed out',
  access: 'signed_in',
  rate: 'sign_in',
  params: userParams,
  body: z.strictObject({ current_password: password, new_password: password }),
  response: Ok,
})

export const isAvailable = endpoint({
  method: 'POST',
  path: '/v1/auth/is-available/',
  summary: 'Whether an e-mail address has no account yet',
  access: 'signed_in',
  rate: 'probe',
  body: z.strictObject({ email: EmailAddress }),
  response: z.object({ available: z.boolean() }),
})

export const connectGoogle = endpoint({
  method: 'POST',
  path: '/v1/auth/:userId/google/',
  summary: 'Connect a Google account for signing in. Needs a confirmed session',
  access: 'signed_in',
  rate: 'sign_in',
  params: userParams,
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(10_000)) }),
  response: Profile,
})

export const disconnectGoogle = endpoint({
  method: 'DELETE',
  path: '/v1/auth/:userId/google/',
  summary: 'No longer sign in with Google; refused while there is no password',
  access: 'signed_in',
  rate: 'write',
  params: userParams,
  response: Profile,
})

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/v1/auth/:userId/delete/',
  summary: 'Delete the account in 30 days; refused to members of an organization',
  access: 'signed_in',
  rate: 'sign_in',
  always_open: true,
  params: userParams,
  /** The password of an account that has one; any other needs a confirmed session. */
  body: z.strictObject({ password: z.optional(password) }),
  response: Profile,
})

export const keepAccount = endpoint({
  method: 'POST',
  path: '/v1/auth/:userId/keep/',
  summary: 'Change one’s mind about deleting the account',
  access: 'signed_in',
  rate: 'write',
  always_open: true,
  params: userParams,
  response: Profile,
})
