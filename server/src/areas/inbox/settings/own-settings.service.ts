import type { Body, Made } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import { MESSAGE_KINDS, type MessageKind } from '@throughline/contracts/inbox'
import type {
  Digest,
  followWorkflow,
  getNotificationSettings,
  putNotificationSettings,
  QuietHours,
  unfollowWorkflow,
} from '@throughline/contracts/notification-settings'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { choicesOf } from '../messages/choices.queries.ts'
import { lockInbox } from '../messages/labels.queries.ts'
import { wantInboxes } from '../messages/message-acts.queries.ts'
import type { Choice } from '../telling/builtin-choices.ts'
import { pokeInboxes } from '../telling/tell-people.ts'
import { defaultsOf, equalsDefault, kindSettings, requireAllowed } from './kind-choices.ts'
import { type MailRecipient, mailingOrganization, quietOf, recipientsAmong, timeOf } from './mail-recipients.queries.ts'
import { nextDigest } from './quiet-hours.ts'
import {
  dropFollow,
  dropOwnChoices,
  type FollowRow,
  findFollowable,
  followsOf,
  hasPendingDigest,
  lastWeek,
  putFollow,
  putHours,
  putOwnChoice,
  setNextDigest,
  type WeekRow,
} from './settings.queries.ts'

type Choices = Record<MessageKind, Choice>

const MOST_DIGESTS: Record<Digest['days'], number> = { working_days: 5, every_day: 7, mondays: 1, off: 0 }

const sum = (rows: readonly WeekRow[]) => rows.reduce((total, { pieces }) => total + pieces, 0)
/** Read or done before its mail was due; it would have been with other settings too. */
const isSkipped = ({ mail }: WeekRow) => mail === null || mail === 'skipped'

const mailedBy = (choices: Choices, rows: readonly WeekRow[]) =>
  rows.filter(({ kind, mail }) => emailOf(choices, kind) === 'now' && mail !== 'included')

function emailOf(choices: Choices, kind: string) {
  const known = MESSAGE_KINDS.find((one) => one === kind)
  return known && choices[known].inbox ? choices[known].email : 'off'
}

/** Last week's news, as it would have come with these choices. */
function countWeek(rows: readonly WeekRow[], own: Choices, defaults: Choices, digest: Digest['days']) {
  const told = rows.filter(({ kind }) => MESSAGE_KINDS.some((one) => one === kind && own[one].inbox))
  const mailed = mailedBy(own, rows)
  const digestDays = new Set(rows.filter(({ kind }) => emailOf(own, kind) === 'digest').map(({ day }) => day))
  return {
    messages: new Set(told.flatMap(({ message_ids }) => message_ids)).size,
    emails: sum(mailed.filter((row) => !isSkipped(row))),
    digests: Math.min(digestDays.size, MOST_DIGESTS[digest]),
    default_emails: sum(mailedBy(defaults, rows).filter((row) => !isSkipped(row))),
    skipped: sum(mailed.filter(isSkipped)),
  }
}

type Settings = Made<typeof getNotificationSettings>
type Change = Body<typeof putNotificationSettings>

async function requireSelf(tx: ReadTx, { memberId }: Viewer): Promise<MailRecipient> {
  const [self] = await recipientsAmong(tx.db, tx.tenantId, [memberId])
  if (!self) throw notFound('The person')
  return self
}

const followOnWire = ({ id, name, prefix, level, until }: FollowRow) => ({
  workflow: { id, name, prefix },
  level,
  until: until?.toISOString() ?? null,
})

async function settingsOf(tx: ReadTx, viewer: Viewer): Promise<Settings> {
  const self = await requireSelf(tx, viewer)
  const defaults = await defaultsOf(tx)
  const choices = await choicesOf(tx.db, viewer)
  const visible = await visibleTo(tx, viewer)
  const follows = await followsOf(tx.db, viewer, visible.ofWorkflow('w.id'))
  const week = await lastWeek(tx.db, viewer, self.time_zone)
  return {
    data: {
      kinds: kindSettings(choices, defaults),
      quiet: quietOf(self),
      digest: { days: self.digest_days, time: self.digest_time },
      time_zone: self.time_zone,
      follows: follows.map(followOnWire),
      last_week: countWeek(week, choices, defaults, self.digest_days),
    },
  }
}

export const notificationSettings = (ctx: Context, viewer: Viewer): Promise<Settings> =>
  readTenant(ctx, viewer, (tx) => settingsOf(tx, viewer))

async function changeKinds(tx: TenantTx, viewer: Viewer, kinds: NonNullable<Change['kinds']>) {
  const defaults = await defaultsOf(tx)
  for (const { kind, ...choice } of kinds) {
    requireAllowed(kind, choice)
    if (!defaults[kind].can_change) throw conflict('locked', 'Your organization decides this')
    if (equalsDefault(choice, defaults[kind])) await dropOwnChoices(tx.db, viewer, kind)
    else await putOwnChoice(tx.db, viewer, kind, choice)
  }
}

async function changeQuiet({ db }: TenantTx, viewer: Viewer, { on, from, to, ...more }: QuietHours) {
  if (from === to)
    throw invalid('Quiet hours must start and end at different times', [{ path: 'quiet.to', message: 'same' }])
  const change = { quiet_on: on, quiet_from: from, quiet_to: to, quiet_weekends: more.weekends }
  await putHours(db, viewer, { ...change, let_due_through: more.let_due_through })
}

/** What waits for the digest comes with the next one by the new times; without a digest it is not mailed. */
async function changeDigest(tx: TenantTx, viewer: Viewer, digest: Digest) {
  await putHours(tx.db, viewer, { digest_days: digest.days, digest_time: digest.time })
  if (!(await hasPendingDigest(tx.db, viewer))) return
  const organization = await mailingOrganization(tx.db, tx.tenantId)
  const next = nextDigest(digest, timeOf(await requireSelf(tx, viewer), organization), new Date())
  await setNextDigest(tx.db, viewer, next)
  if (next && (await wantInboxes(tx.db, next))) pokeInboxes(tx)
}

export const changeNotificationSettings = (ctx: Context, viewer: Viewer, change: Change): Promise<Settings> =>
  inTenant(ctx, viewer, async (tx) => {
    // Before the hours, as telling does it.
    await lockInbox(tx.db, viewer)
    if (change.kinds) await changeKinds(tx, viewer, change.kinds)
    if (change.quiet) await changeQuiet(tx, viewer, change.quiet)
    if (change.digest) await changeDigest(tx, viewer, change.digest)
    return settingsOf(tx, viewer)
  })

export const resetNotificationSettings = (ctx: Context, viewer: Viewer): Promise<Settings> =>
  inTenant(ctx, viewer, async (tx) => {
    await dropOwnChoices(tx.db, viewer)
    return settingsOf(tx, viewer)
  })

async function requireFollowable(tx: ReadTx, viewer: Viewer, id: string) {
  const visible = await visibleTo(tx, viewer)
  const workflow = await findFollowable(tx.db, tx.tenantId, id, visible.ofWorkflow('w.id'))
  if (!workflow) throw notFound('This workflow')
  return workflow
}

export const follow = (
  ctx: Context,
  viewer: Viewer,
  workflowId: string,
  { level, until }: Body<typeof followWorkflow>,
): Promise<Made<typeof followWorkflow>> =>
  inTenant(ctx, viewer, async (tx) => {
    const workflow = await requireFollowable(tx, viewer, workflowId)
    const end = level === 'muted' && until ? new Date(until) : null
    if (end && end.getTime() <= Date.now()) {
      throw invalid('Choose a time in the future', [{ path: 'until', message: 'past' }])
    }
    await putFollow(tx.db, viewer, workflowId, { level, until: end })
    return { data: followOnWire({ ...workflow, level, until: end }) }
  })

/** Of what the person does not see any more, too: it is their own choice that ends. */
export const unfollow = (ctx: Context, viewer: Viewer, id: WorkflowId): Promise<Made<typeof unfollowWorkflow>> =>
  inTenant(ctx, viewer, async (tx) => {
    // Done again, it is done; only of what was never theirs to see nothing is said.
    if (!(await dropFollow(tx.db, viewer, id))) await requireFollowable(tx, viewer, id)
    return { id }
  })
