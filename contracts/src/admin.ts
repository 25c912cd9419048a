import * as z from 'zod/mini'
import { verifyAudit } from './audit.ts'
import { EmailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { FEEDBACK_TYPES } from './feedback.ts'
import { PersonId, TenantId } from './ids.ts'
import { PageQuery } from './paging.ts'
import { WorkTask } from './public-forms.ts'

/** Calls of staff: on the admin host alone, by a role that can read no customer's work, each with a row in the staff log. */
const staff = { access: 'staff', rate: 'read' } as const

/** Counting stops here: beyond it nobody needs the exact number. */
export const MOST_COUNTED = 1_000

export const getStaffCounts = endpoint({
  ...staff,
  method: 'GET',
  path: '/v1/auth/staff-counts/',
  summary: 'How many wait: people, open feedback, addresses; and how many organizations there are; each up to 1,000',
  response: z.object({
    waiting: z.number(),
    organizations: z.number(),
    feedback: z.number(),
    subscriptions: z.number(),
    /** Whether people who sign up wait to be approved. */
    signup_approval: z.boolean(),
  }),
})

export const USER_STATUSES = ['all', 'waiting', 'internal', 'beta', 'developer'] as const
export type UserStatus = (typeof USER_STATUSES)[number]

export const USER_FLAGS = ['is_approved', 'is_admin', 'is_internal', 'is_beta', 'is_developer'] as const
export type UserFlag = (typeof USER_FLAGS)[number]

const flags = {
  is_approved: z.boolean(),
  /** The person's role in the organization of the row: setting it gives Admin, clearing it Member. */
  is_admin: z.boolean(),
  is_internal: z.boolean(),
  is_beta: z.boolean(),
  is_developer: z.boolean(),
}

export const ControlledUser = z.object({
  id: PersonId,
  email: z.string(),
  username: z.string(),
  name: z.string(),
  /** The organization used last, or the person's own workspace; null: they belong nowhere. */
  organization: z.nullable(
    z.object({ id: TenantId, name: z.string(), kind: z.enum(['personal', 'organization']), role: z.string() }),
  ),
  created_at: z.string(),
  ...flags,
  version: z.number(),
  /** A change of is_internal that a member of staff asked for and that waits for a second one. */
  internal_asked: z.nullable(z.object({ wanted: z.boolean(), by: z.string(), by_id: PersonId, at: z.string() })),
})
export type ControlledUser = z.infer<typeof ControlledUser>

export const listControlledUsers = endpoint({
  ...staff,
  method: 'GET',
  path: '/v1/auth/user-control/',
  summary: 'People with their flags, newest first, or those whose email or username begins with `q`; X-Next-Cursor',
  query: z.object({
    ...PageQuery,
    status: z._default(z.enum(USER_STATUSES), 'all'),
    q: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  }),
  response: z.array(ControlledUser),
})

const UserUpdate = z.strictObject({
  user_id: PersonId,
  ...flags,
  version: z.number().check(z.int()),
  /** The organization in which is_admin is meant, where it is not the one of the row any more. */
  organization_id: z.optional(TenantId),
  /** What they were there when the row was read: where the organization changed it meanwhile, nothing is. */
  role: z.optional(z.string().check(z.maxLength(40))),
  /** Required when is_admin or is_internal changes. */
  reason: z._default(z.string().check(z.trim(), z.maxLength(500)), ''),
})
export type UserUpdate = z.infer<typeof UserUpdate>

/** asked: everything else was changed; is_internal waits for a second member of staff. */
const UpdateResult = z.enum(['done', 'unchanged', 'asked'])

export const updateUser = endpoint({
  ...staff,
  method: 'POST',
  path: '/v1/auth/update-user/',
  summary: 'Change the flags of a person; is_internal needs a fresh code and a second member of staff',
  rate: 'write',
  body: UserUpdate,
  response: z.object({ result: UpdateResult, user: ControlledUser }),
})

const MOST_USERS = 200

export const updateUsers = endpoint({
  ...staff,
  method: 'POST',
  path: '/v1/auth/update-users/',
  summary: 'The same for up to 200 people, with a result for each',
  rate: 'write',
  body: z.strictObject({ users: z.array(UserUpdate).check(z.minLength(1), z.maxLength(MOST_USERS)) }),
  response: z.array(
    z.object({
      user_id: PersonId,
      result: z.enum([...UpdateResult.options, 'refused']),
      code: z.nullable(z.string()),
      message: z.nullable(z.string()),
      user: z.nullable(ControlledUser),
    }),
  ),
})

export const ControlledOrg = z.object({
  id: TenantId,
  name: z.string(),
  logo: z.nullable(z.string()),
  industry: z.string(),
  size: z.string(),
  website: z.string(),
  contact_email: z.string(),
  phone: z.string(),
  address: z.string(),
  created_at: z.string(),
})
export type ControlledOrg = z.infer<typeof ControlledOrg>

export const listControlledOrgs = endpoint({
  ...staff,
  method: 'GET',
  path: '/v1/org/org-control/',
  summary: 'Organizations, newest first, or those whose name begins with `q`, by name; further pages by X-Next-Cursor',
  query: z.object({ ...PageQuery, q: z.optional(z.string().check(z.trim(), z.maxLength(120))) }),
  response: z.array(ControlledOrg),
})

export const getControlledOrgIcon = endpoint({
  ...staff,
  method: 'GET',
  path: '/v1/org/org-control/:orgId/icon/:version/',
  summary: "The logo's bytes, at the address that an answer named: the staff log has the row of that answer",
  params: z.object({ orgId: TenantId, version: z.string().check(z.maxLength(64)) }),
  binary: true,
  response: z.unknown(),
})

/** Numbers of one day, in the organization's zone. */
const UsageDay = z.object({
  day: z.string(),
  people: z.number(),
  started: z.number(),
  ended: z.number(),
  late: z.number(),
  automations_done: z.number(),
  automations_failed: z.number(),
  automations_stopped: z.number(),
  refused_sign_ins: z.number(),
})

const measured = z.object({ used: z.number(), limit: z.nullable(z.number()) })

export const USAGE_DAYS = 15

export const getControlledOrg = endpoint({
  ...staff,
  method: 'GET',
  path: '/v1/org/org-control/:orgId/',
  summary:
    'One organization in numbers: plan, usage, the last 15 days, its audit chain; opening it is in the staff log',
  params: z.object({ orgId: TenantId }),
  response: z.object({
    ...ControlledOrg.shape,
    time_zone: z.string(),
    plan: z.nullable(z.string()),
    subscription: z.nullable(z.enum(['trial', 'active', 'lapsed'])),
    /** The last day on which somebody worked there. */
    last_active: z.nullable(z.string()),
    auto_renew: z.nullable(z.boolean()),
    canceled_at: z.nullable(z.string()),
    period: z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) }),
    /** What its own people read: seats, bytes and the runs of this month against what the plan allows; null: no limit. */
    usage: z.object({ people: measured, storage: measured, runs: measured }),
    days: z.array(UsageDay),
    /** Those that failed and wait for somebody now, up to 1,000. */
    automations_stopped: z.number(),
    /** Since when the oldest of its duties waits to be carried out. */
    oldest_duty: z.nullable(z.string()),
    audit: z.object({
      rows: z.number(),
      sealed_at: z.nullable(z.string()),
      signed_rows: z.number(),
      signed_at: z.nullable(z.string()),
    }),
  }),
})

export const ControlledFeedback = z.object({
  id: z.uuid(),
  feedback_type: z.enum(FEEDBACK_TYPES),
  rating: z.nullable(z.number()),
  ease_of_use: z.nullable(z.number()),
  recommendation: z.nullable(z.number()),
  usefulness: z.nullable(z.number()),
  feedback: z.string(),
  resolved: z.boolean(),
  resolved_at: z.nullable(z.string()),
  resolved_by: z.nullable(z.string()),
  created_at: z.string(),
  /** Null where the account is gone. */
  person: z.nullable(z.object({ id: PersonId, name: z.string(), email: z.string() })),
  organization: z.nullable(z.string()),
})
export type ControlledFeedback = z.infer<typeof ControlledFeedback>

export const FEEDBACK_STATES = ['all', 'open', 'resolved'] as const
export type FeedbackState = (typeof FEEDBACK_STATES)[number]

export const listFeedback = endpoint({
  ...staff,
  method: 'GET',
  path: '/v1/users/feedback/',
  summary: 'What people say about the product: open first, then newest first; further pages by X-Next-Cursor',
  query: z.object({
    ...PageQuery,
    status: z._default(z.enum(FEEDBACK_STATES), 'all'),
    feedback_type: z.optional(z.enum(FEEDBACK_TYPES)),
  }),
  response: z.object({ data: z.array(ControlledFeedback) }),
})

const feedbackParams = z.object({ feedbackId: z.uuid().check(z.toLowerCase()) })

export const resolveFeedback = endpoint({
  ...staff,
  method: 'POST',
  path: '/v1/users/feedback/:feedbackId/',
  summary: 'Mark as resolved, or as open again',
  rate: 'write',
  params: feedbackParams,
  body: z.strictObject({ resolved: z.boolean() }),
  response: z.object({ id: z.string(), resolved: z.boolean() }),
})

export const SUBSCRIPTION_TYPES = ['waitlist', 'updates'] as const

export const EmailSubscription = z.object({
  reg_id: z.string(),
  type: z.enum(SUBSCRIPTION_TYPES),
  email: z.string(),
  created_at: z.string(),
  invited_at: z.nullable(z.string()),
  /** Since when somebody has an account under this address. */
  joined_at: z.nullable(z.string()),
  /** When the mail server refused the last invitation. */
  bounced_at: z.nullable(z.string()),
})
export type EmailSubscription = z.infer<typeof EmailSubscription>

export const subscribeEmail = endpoint({
  method: 'POST',
  path: '/v1/auth/subscribe-email/',
  summary: 'Join the waitlist; known and new addresses are answered alike, under load with a little work to do first',
  access: 'public',
  host: 'www',
  rate: 'public_send',
  status: 201,
  body: z.strictObject({
    email: EmailAddress,
    type: z._default(z.enum(SUBSCRIPTION_TYPES), 'waitlist'),
    /** The token of an earlier answer, and the number that its task came to. */
    token: z.optional(z.string().check(z.maxLength(200))),
    work: z.optional(z.number().check(z.int(), z.minimum(0))),
  }),
  response: z.object({
    /** work: nothing was kept yet; the same call again with the token and the number is. */
    status: z.enum(['ok', 'work']),
    token: z.nullable(z.string()),
    work: z.nullable(WorkTask),
  }),
})

export const listSubscriptions = endpoint({
  ...staff,
  method: 'GET',
  path: '/v1/auth/subscribe-email/',
  summary: 'The waitlist, newest first; further pages by X-Next-Cursor',
  query: z.object(PageQuery),
  response: z.array(EmailSubscription),
})

export const exportSubscriptions = endpoint({
  ...staff,
  method: 'GET',
  path: '/v1/auth/subscribe-email/export/',
  summary: 'The waitlist as CSV, safe to open in a spreadsheet',
  rate: 'upload',
  binary: true,
  response: z.unknown(),
})

const subscriptionParams = z.object({ regId: z.uuid().check(z.toLowerCase()) })
const Registration = z.object({ reg_id: z.string() })

export const removeSubscription = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/v1/auth/subscribe-email/:regId/',
  summary: 'Take an address off the waitlist; for a day it can be put back',
  rate: 'write',
  params: subscriptionParams,
  response: Registration,
})

export const restoreSubscription = endpoint({
  ...staff,
  method: 'POST',
  path: '/v1/auth/subscribe-email/:regId/restore/',
  summary: 'Put back an address that was taken off the waitlist',
  rate: 'write',
  params: subscriptionParams,
  response: Registration,
})

export const notifySubscription = endpoint({
  ...staff,
  method: 'POST',
  path: '/v1/auth/notify-subscription/',
  summary: 'Send a sign-up link that is good for 7 days, at most once in 24 hours',
  rate: 'mail',
  body: z.strictObject({ reg_id: z.uuid().check(z.toLowerCase()) }),
  response: z.object({
    reg_id: z.string(),
    /** False: one was sent within the last 24 hours, and nothing was sent now. */
    sent: z.boolean(),
  }),
})

const Invitation = z.object({
  reg_id: z.string(),
  result: z.enum(['sent', 'not_sent', 'refused']),
  message: z.nullable(z.string()),
})

const MOST_INVITED = 200

export const notifySubscriptions = endpoint({
  ...staff,
  method: 'POST',
  path: '/v1/auth/notify-subscriptions/',
  summary: 'The same for up to 200 addresses, with a result for each',
  rate: 'mail',
  body: z.strictObject({
    reg_ids: z.array(z.uuid().check(z.toLowerCase())).check(z.minLength(1), z.maxLength(MOST_INVITED)),
  }),
  response: z.array(Invitation),
})

export const StaffLogEntry = z.object({
  /** Place in the chain; null while the row is being sealed. */
  seq: z.nullable(z.number()),
  at: z.string(),
  actor: z.nullable(z.object({ id: PersonId, name: z.string() })),
  act: z.string(),
  entity_kind: z.string(),
  entity_id: z.nullable(z.string()),
  /** Of a person, an organization or an address that is still there. */
  entity_name: z.nullable(z.string()),
  data: z.record(z.string(), z.unknown()),
  request_id: z.string(),
  address: z.string(),
  device: z.string(),
  hash: z.nullable(z.string()),
})
export type StaffLogEntry = z.infer<typeof StaffLogEntry>

export const listStaffLog = endpoint({
  ...staff,
  method: 'GET',
  path: '/v1/auth/staff-log/',
  summary: 'What staff read and did, newest first, or only about one of them; further pages by X-Next-Cursor',
  query: z.object({ ...PageQuery, about: z.optional(z.uuid().check(z.toLowerCase())) }),
  response: z.array(StaffLogEntry),
})

export const verifyStaffLog = endpoint({
  ...staff,
  method: 'POST',
  path: '/v1/auth/staff-log/verify/',
  summary: 'Check the chain of the staff log from a row on, 20,000 rows a call; the last call also compares the heads',
  body: verifyAudit.body,
  response: verifyAudit.response,
})
