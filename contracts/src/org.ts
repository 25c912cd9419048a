import * as z from 'zod/mini'
import { EmailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'

export const orgParams = z.object({ orgId: TenantId })
/** How long each text of an organisation may be. */
export const ORG_TEXTS = { name: 120, website: 500, description: 2000, address: 500, phone: 50 } as const
export const nameField = z.string().check(z.trim(), z.minLength(1), z.maxLength(ORG_TEXTS.name))

export const INDUSTRIES = [
  'Technology',
  'Healthcare',
  'Finance',
  'Education',
  'Manufacturing',
  'Retail',
  'Other',
] as const
export const ORG_SIZES = ['1-10', '11-50', '50-100', '101-500', '501+'] as const
/** As ISO numbers them: 1 is Monday. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
export const PICTURE_BYTES = 5 * 1024 * 1024
export const PICTURE_TOO_LARGE = 'Image size should be less than 5MB'

const weekday = z.literal(WEEKDAYS)
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const day = z.iso.date()
const text = (most: number) => z.string().check(z.trim(), z.maxLength(most))
const orNothing = <S extends z.core.$ZodType<string, string>>(schema: S) => z.union([z.literal(''), schema])

/** Days that are not listed are off. */
export const WorkingDay = z.strictObject({ day: weekday, from: clock, to: clock })
export type WorkingDay = z.infer<typeof WorkingDay>
/** From the first to the last day, both off. */
export const Holiday = z.strictObject({ name: nameField, from: day, to: day })
export type Holiday = z.infer<typeof Holiday>

export const Organization = z.object({
  id: TenantId,
  name: z.string(),
  industry: z.enum(INDUSTRIES),
  size: z.enum(ORG_SIZES),
  website: z.string(),
  description: z.string(),
  address: z.string(),
  contact_email: z.string(),
  phone: z.string(),
  logo_url: z.nullable(z.string()),
  time_zone: z.string(),
  week_start: weekday,
  working_days: z.array(WorkingDay),
  holidays: z.array(Holiday),
  require_two_factors: z.boolean(),
  /** How many of the active members have a second factor, for whoever decides whether to require it. */
  with_two_factors: z.number(),
  admins_see_all: z.boolean(),
  /** Keep this to managers and above; otherwise members may do it, too. */
  managers_publish: z.boolean(),
  managers_override: z.boolean(),
  managers_delete: z.boolean(),
  version: z.number(),
})
export type Organization = z.infer<typeof Organization>

const profile = {
  name: nameField,
  industry: z._default(z.enum(INDUSTRIES), 'Technology'),
  size: z._default(z.enum(ORG_SIZES), '50-100'),
  website: z._default(orNothing(z.url({ protocol: /^https?$/ }).check(z.maxLength(ORG_TEXTS.website))), ''),
  description: z._default(text(ORG_TEXTS.description), ''),
  address: z._default(text(ORG_TEXTS.address), ''),
  contact_email: z._default(orNothing(EmailAddress), ''),
  phone: z._default(text(ORG_TEXTS.phone), ''),
}

const calendar = {
  time_zone: z.optional(z.string().check(z.maxLength(64))),
  week_start: z.optional(weekday),
  working_days: z.optional(z.array(WorkingDay).check(z.maxLength(7))),
  holidays: z.optional(z.array(Holiday).check(z.maxLength(200))),
}

export const createOrganization = endpoint({
  method: 'POST',
  path: '/v1/org/',
  summary: "Turn the person's own workspace into an organisation; nothing is moved",
  access: 'org.manage',
  rate: 'write',
  status: 201,
  body: z.strictObject({ ...profile, ...calendar }),
  response: Organization,
})

export const getOrganization = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/',
  summary: 'The organisation',
  access: 'workspace.read',
  rate: 'read',
  params: orgParams,
  response: Organization,
})

export const updateOrganization = endpoint({
  method: 'PUT',
  path: '/v1/org/:orgId/',
  summary: 'Change the organisation; what of the calendar is left out stays. A stale version answers 409',
  access: 'org.manage',
  rate: 'write',
  params: orgParams,
  body: z.strictObject({ ...profile, ...calendar, version: z.optional(z.number().check(z.int())) }),
  response: Organization,
})

export const changeAccessRules = endpoint({
  method: 'PATCH',
  path: '/v1/org/:orgId/access-rules/',
  summary: 'Require two factors of everyone; let owners and admins see all work; keep acts to managers',
  access: 'security.rules',
  rate: 'write',
  params: orgParams,
  body: z.strictObject({
    require_two_factors: z.optional(z.boolean()),
    admins_see_all: z.optional(z.boolean()),
    managers_publish: z.optional(z.boolean()),
    managers_override: z.optional(z.boolean()),
    managers_delete: z.optional(z.boolean()),
  }),
  response: Organization,
})

export const leaveOrganization = endpoint({
  method: 'POST',
  path: '/v1/org/:orgId/leave/',
  summary: 'Leave; the session goes on in another workspace of the person. The last owner cannot',
  access: 'signed_in',
  rate: 'write',
  always_open: true,
  params: orgParams,
  response: z.object({ status: z.literal('ok') }),
})

export const uploadOrgIcon = endpoint({
  method: 'POST',
  path: '/v1/org/:orgId/icon/',
  summary: 'Upload the logo (JPEG, PNG or GIF by its bytes, at most 5 MB); it is drawn anew at 512 pixels',
  access: 'org.manage',
  rate: 'upload',
  params: orgParams,
  file: { field: 'org_icon', maxBytes: PICTURE_BYTES, tooLarge: PICTURE_TOO_LARGE },
  response: z.object({ logo_url: z.string() }),
})

export const getOrgIcon = endpoint({
  method: 'GET',
  path: '/v1/org/:orgId/icon/',
  summary: "The logo's bytes",
  access: 'workspace.read',
  rate: 'read',
  params: orgParams,
  query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
  binary: true,
  response: z.unknown(),
})
