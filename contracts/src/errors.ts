import * as z from 'zod/mini'

/** The one shape of every refusal. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  detail: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** How many more there are than the first 50 that `errors` names. */
  errors_left_out: z.optional(z.number()),
  /** Of the response that was sent before under the same key. */
  receipt: z.optional(z.string()),
  /** Of what is full: people, storage or runs, how much is used, and of how much. */
  limit: z.optional(z.string()),
  used: z.optional(z.number()),
  of: z.optional(z.number()),
  /** When there will be some again by itself. */
  again_at: z.optional(z.string()),
  request_id: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Codes that clients act on. Others are for reading. */
export const CODES = {
  notSignedIn: 'not_signed_in',
  forbidden: 'forbidden',
  notFound: 'not_found',
  staleVersion: 'stale_version',
  staleCsrf: 'csrf_failed',
  subscriptionRequired: 'subscription_required',
  approvalPending: 'approval_pending',
  rateLimited: 'rate_limited',
  idempotencyMismatch: 'idempotency_key_reused',
  invalidCursor: 'invalid_cursor',
  invalid: 'invalid_request',
  accountExists: 'account_exists',
  twoFactorsRequired: 'two_factors_required',
  wrongCode: 'wrong_code',
  secondFactorLocked: 'second_factor_locked',
  invalidPassword: 'invalid_password',
  confirmationRequired: 'confirmation_required',
  lastOwner: 'last_owner',
} as const
