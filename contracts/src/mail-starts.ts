import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { StandIn } from './form-triggers.ts'
import { InboundMailId, InstanceId, MailAddressId, MemberId, WorkflowId } from './ids.ts'
import { Json } from './json.ts'
import { PageQuery } from './paging.ts'
import { instant, Person } from './running.ts'
import { workflowParams } from './workflows.ts'

/** Of one workflow. */
export const MAX_MAIL_ADDRESSES = 20
/** Of one message, as it is sent. */
export const MAX_MAIL_BYTES = 25 * 1_048_576

const MAX_VALUES = 300
const variable = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const atMost = (map: object) => Object.keys(map).length <= MAX_VALUES

export const Senders = z.enum(['anyone', 'domains', 'members'])
export type Senders = z.infer<typeof Senders>

/** Parts of a message that variables can be given, by the path at which the mapping finds them. */
export const MAIL_PARTS = ['$.subject', '$.sender_name', '$.sender_address', '$.text', '$.date'] as const
const MailPart = z.enum(MAIL_PARTS)
export type MailPart = z.infer<typeof MailPart>

export const InboundMail = z.object({
  id: InboundMailId,
  received_at: instant,
  state: z.enum(['received', 'started', 'joined', 'waiting', 'held', 'ignored', 'rejected', 'duplicate', 'dismissed']),
  /** Null until it was read. */
  sender: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  /** Its sender's own domain signed it. */
  verified: z.boolean(),
  reason: z.nullable(z.string()),
  /** Of a duplicate, that which the first one started; of a reply, that which it is added to, or would be. */
  instance: z.nullable(z.object({ id: InstanceId, key: z.string(), status: z.string() })),
})
export type InboundMail = z.infer<typeof InboundMail>

export const ListedMailAddress = z.object({
  id: MailAddressId,
  workflow_id: WorkflowId,
  name: z.string(),
  address: z.string(),
  senders: Senders,
  domains: z.array(z.string()),
  /** Verified senders are thanked, once a day. */
  thanks: z.boolean(),
  paused_at: z.nullable(instant),
  /** In the last 30 days, up to `MAX_COUNTED`. */
  started: z.number(),
  /** Now, up to `MAX_COUNTED`. */
  held: z.number(),
  last_at: z.nullable(instant),
})
export type ListedMailAddress = z.infer<typeof ListedMailAddress>

export const MailAddress = z.extend(ListedMailAddress, {
  mapping: z.record(z.string(), z.string()),
  fixed_values: z.record(z.string(), Json),
  /** Members whom fixed values name. */
  people: z.array(z.pick(Person, { id: true, name: true })),
  stand_in: z.nullable(z.object({ kind: z.enum(['member', 'team', 'role']), id: z.uuid(), name: z.string() })),
  told: z.nullable(z.pick(Person, { id: true, name: true })),
  version: z.number(),
})
export type MailAddress = z.infer<typeof MailAddress>

const domain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/),
  )

const body = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  senders: z._default(Senders, 'members'),
  domains: z._default(z.array(domain).check(z.maxLength(100)), []),
  thanks: z._default(z.boolean(), false),
  mapping: z._default(z.record(variable, MailPart).check(z.refine(atMost, 'too many')), {}),
  fixed_values: z._default(z.record(variable, Json).check(z.refine(atMost, 'too many')), {}),
  /** Absent: the member who adds it, where a step needs a starter. */
  stand_in: z.optional(z.nullable(StandIn)),
  /** Absent: the member who adds it. */
  told_id: z.optional(MemberId),
}
const one = z.object({ data: MailAddress })
const addressParams = z.object({ workflowId: WorkflowId, mailAddressId: MailAddressId })

export const listMailAddresses = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/mail-addresses/',
  summary: 'Addresses whose mail starts a workflow',
  access: 'workflows.view',
  rate: 'read',
  params: workflowParams,
  /** `domain` is null where the installation receives no mail. */
  response: z.object({ data: z.object({ domain: z.nullable(z.string()), addresses: z.array(ListedMailAddress) }) }),
})

export const addMailAddress = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/mail-addresses/',
  summary: 'Let mail to a new address start a workflow',
  access: 'workflows.publish',
  rate: 'write',
  status: 201,
  params: workflowParams,
  body: z.strictObject(body),
  response: one,
})

export const getMailAddress = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/mail-addresses/:mailAddressId/',
  summary: 'An address with whose mail starts the workflow, and with what',
  access: 'workflows.view',
  rate: 'read',
  params: addressParams,
  response: one,
})

export const changeMailAddress = endpoint({
  method: 'PUT',
  path: '/v1/workflows/:workflowId/mail-addresses/:mailAddressId/',
  summary: 'Change whose mail starts the workflow, and with what',
  access: 'workflows.publish',
  rate: 'write',
  params: addressParams,
  body: z.strictObject({ ...body, version: z.number().check(z.int()) }),
  response: one,
})

export const removeMailAddress = endpoint({
  method: 'DELETE',
  path: '/v1/workflows/:workflowId/mail-addresses/:mailAddressId/',
  summary: 'Mail to the address is refused from now on; what it started goes on',
  access: 'workflows.publish',
  rate: 'write',
  params: addressParams,
  response: z.object({ id: MailAddressId }),
})

export const pauseMailAddress = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/mail-addresses/:mailAddressId/pause/',
  summary: 'Hold what comes to an address, or let it start again',
  access: 'workflows.publish',
  rate: 'write',
  params: addressParams,
  body: z.strictObject({ paused: z.boolean() }),
  response: one,
})

export const listMails = endpoint({
  method: 'GET',
  path: '/v1/workflows/:workflowId/mail-addresses/:mailAddressId/mails/',
  summary: 'Mails of the last 30 days and those that are held, newest first',
  access: 'workflows.view',
  rate: 'read',
  params: addressParams,
  query: z.object({ ...PageQuery, held: z.optional(z.stringbool()) }),
  response: z.object({
    data: z.array(InboundMail),
    pagination: z.object({ next_cursor: z.nullable(z.string()) }),
  }),
})

export const decideMail = endpoint({
  method: 'POST',
  path: '/v1/workflows/:workflowId/mail-addresses/:mailAddressId/mails/:mailId/decide/',
  summary: 'Let a held mail start an instance or join the one it answers, or dismiss it',
  access: 'instances.manage',
  rate: 'write',
  params: z.extend(addressParams, { mailId: InboundMailId }),
  body: z.strictObject({ start: z.boolean() }),
  response: one,
})
