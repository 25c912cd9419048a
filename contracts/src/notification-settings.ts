import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { WorkflowId } from './ids.ts'
import { MessageKind } from './inbox.ts'
import { instant, WorkflowName } from './running.ts'

export const EmailChoice = z.enum(['now', 'digest', 'off'])
export type EmailChoice = z.infer<typeof EmailChoice>

const choice = { inbox: z.boolean(), email: EmailChoice, desktop: z.boolean() }

export const KindSetting = z.object({
  kind: MessageKind,
  ...choice,
  /** It always comes to the inbox. */
  inbox_fixed: z.boolean(),
  /** Differs from what the organization has. */
  own: z.boolean(),
  /** Nobody may choose otherwise: the organization says so, or it is about security. */
  locked: z.boolean(),
})
export type KindSetting = z.infer<typeof KindSetting>

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** In the person's own time zone. */
export const QuietHours = z.strictObject({
  on: z.boolean(),
  from: timeOfDay,
  to: timeOfDay,
  weekends: z.boolean(),
  let_due_through: z.boolean(),
})
export type QuietHours = z.infer<typeof QuietHours>

export const Digest = z.strictObject({ days: z.enum(['working_days', 'every_day', 'mondays', 'off']), time: timeOfDay })
export type Digest = z.infer<typeof Digest>

export const FollowLevel = z.enum(['everything', 'my_part', 'muted'])
export type FollowLevel = z.infer<typeof FollowLevel>

export const FollowedWorkflow = z.object({
  workflow: WorkflowName,
  level: FollowLevel,
  /** Of a muted one: until when. */
  until: z.nullable(instant),
})
export type FollowedWorkflow = z.infer<typeof FollowedWorkflow>

export const NotificationSettings = z.object({
  kinds: z.array(KindSetting),
  quiet: QuietHours,
  digest: Digest,
  time_zone: z.string(),
  follows: z.array(FollowedWorkflow),
  /** Counted from what was told in the last seven days, as these settings would have it. */
  last_week: z.object({
    messages: z.number(),
    emails: z.number(),
    digests: z.number(),
    default_emails: z.number(),
    /** Not sent, because the message was read or the work done first. */
    skipped: z.number(),
  }),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

const settings = z.object({ data: NotificationSettings })

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/v1/profile/notifications/',
  summary: 'What one is told of, and how',
  access: 'workspace.read',
  rate: 'read',
  response: settings,
})

const kindChoice = z.strictObject({ kind: MessageKind, ...choice })

export const putNotificationSettings = endpoint({
  method: 'PUT',
  path: '/v1/profile/notifications/',
  summary: 'Choose what one is told of; what is left out stays as it is',
  access: 'workspace.read',
  rate: 'write',
  body: z.strictObject({
    kinds: z.optional(z.array(kindChoice).check(z.maxLength(20))),
    quiet: z.optional(QuietHours),
    digest: z.optional(Digest),
  }),
  response: settings,
})

export const resetNotificationSettings = endpoint({
  method: 'DELETE',
  path: '/v1/profile/notifications/',
  summary: 'Use the organization’s defaults',
  access: 'workspace.read',
  rate: 'write',
  response: settings,
})

export const followWorkflow = endpoint({
  method: 'PUT',
  path: '/v1/workflows/:workflowId/follow/',
  summary: 'Follow or mute a workflow; what needs the person comes anyway',
  access: 'workflows.view',
  rate: 'write',
  params: z.object({ workflowId: WorkflowId }),
  body: z.strictObject({ level: FollowLevel, until: z.optional(z.nullable(z.iso.datetime({ offset: true }))) }),
  response: z.object({ data: FollowedWorkflow }),
})

export const unfollowWorkflow = endpoint({
  method: 'DELETE',
  path: '/v1/workflows/:workflowId/follow/',
  summary: 'Neither follow nor mute a workflow any longer',
  access: 'workflows.view',
  rate: 'write',
  params: z.object({ workflowId: WorkflowId }),
  response: z.object({ id: WorkflowId }),
})

export const OrgKindSetting = z.object({ kind: MessageKind, ...choice, can_change: z.boolean() })
export type OrgKindSetting = z.infer<typeof OrgKindSetting>

export const OrgNotificationSettings = z.object({
  kinds: z.array(OrgKindSetting),
  /** Off: mails say only that something waits. */
  names_in_mails: z.boolean(),
})
export type OrgNotificationSettings = z.infer<typeof OrgNotificationSettings>

export const getOrgNotificationSettings = endpoint({
  method: 'GET',
  path: '/v1/org/notifications/',
  summary: 'What members are told of unless they choose otherwise',
  access: 'org.manage',
  rate: 'read',
  response: z.object({ data: OrgNotificationSettings }),
})

export const putOrgNotificationSettings = endpoint({
  method: 'PUT',
  path: '/v1/org/notifications/',
  summary: 'Set what members are told of, and which of it they can change',
  access: 'org.manage',
  rate: 'write',
  body: z.strictObject({
    kinds: z.optional(
      z.array(z.strictObject({ kind: MessageKind, ...choice, can_change: z.boolean() })).check(z.maxLength(20)),
    ),
    names_in_mails: z.optional(z.boolean()),
  }),
  response: z.object({ data: OrgNotificationSettings }),
})
