import type { ControlledUser, listControlledUsers, UserUpdate, updateUsers } from '@throughline/contracts/admin'
import type { Made, Query } from '@throughline/contracts/endpoint'
import { CODES } from '@throughline/contracts/errors'
import { STAFF_LOG } from '../../core/audit/head-archive.ts'
import type { Context } from '../../core/context.ts'
import { isBusy } from '../../core/db/busy.ts'
import { cursorsOf } from '../../core/db/cursor.ts'
import { inStaff, type StaffTx } from '../../core/db/in-staff.ts'
import { repeatOnLock } from '../../core/db/repeat-on-lock.ts'
import { AppError, conflict, forbidden, invalid, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import { confirmationRequired, isConfirmedNow } from '../auth/auth.public.ts'
import { lastOwner } from '../org/org.public.ts'
import type { StaffMail } from './mails/staff-mail.ts'
import { changedSince, noteRead } from './staff-log.queries.ts'
import {
  asksAbout,
  changeFlags,
  foldKey,
  membersOf,
  newestPeople,
  type Outcome,
  ownersOf,
  type PersonRow,
  peopleByKey,
  personById,
  placesOf,
  type SearchedKey,
  sessionsOf,
} from './users.queries.ts'

type User = Made<typeof listControlledUsers>[number]

const ADMIN_ROLES = ['owner', 'admin']

async function toWire({ db }: StaffTx, people: readonly PersonRow[], tenantId?: string | null): Promise<User[]> {
  const ids = people.map(({ id }) => id)
  const places = await placesOf(db, ids, tenantId)
  const asks = await asksAbout(db, ids)
  return people.map((person) => {
    const place = places.get(person.id)
    const ask = asks.get(person.id)
    return {
      id: person.id,
      email: person.email,
      username: person.username,
      name: person.name || person.username,
      is_approved: person.is_approved,
      is_internal: person.is_internal,
      is_beta: person.is_beta,
      is_developer: person.is_developer,
      created_at: person.created_at.toISOString(),
      version: person.version,
      is_admin: ADMIN_ROLES.includes(place?.role_name ?? ''),
      organization: place
        ? { id: place.tenant_id, name: place.organization, kind: place.kind, role: place.role_name }
        : null,
      internal_asked: ask ? { wanted: ask.wanted, by: ask.by, by_id: ask.by_id, at: ask.asked_at.toISOString() } : null,
    }
  })
}

type ListQuery = Query<typeof listControlledUsers>

const WAYS: readonly SearchedKey[] = ['email_key', 'username_key']
const isWay = (name: string | undefined): name is SearchedKey => name === 'email_key' || name === 'username_key'

/** A page may be short rather than read for long: what goes on behind it is found by its cursor. */
const MOST_READS = 5

/** First whose address begins so, then whose username does; nobody twice, so that some are read and not shown. */
async function searched(tx: StaffTx, { status, limit }: ListQuery, q: string, after: string[] | undefined) {
  const prefix = await foldKey(tx.db, q)
  const [way, key] = after ?? []
  const data: PersonRow[] = []
  let last: string[] | undefined
  let reads = 0
  for (const by of WAYS.slice(isWay(way) ? WAYS.indexOf(way) : 0)) {
    let from = by === way ? key : undefined
    let isMore: boolean
    do {
      const rows = await peopleByKey(tx.db, by, { status, prefix, after: from, limit: limit + 1 })
      isMore = rows.length > limit
      for (const row of rows.slice(0, limit)) {
        if (data.length === limit) return { data, next: last }
        from = row[by] ?? ''
        last = [by, from]
        if (by === 'email_key' || !row.email_key?.startsWith(prefix)) data.push(row)
      }
      if (isMore && (data.length === limit || ++reads === MOST_READS)) return { data, next: last }
    } while (isMore)
  }
  return { data, next: undefined }
}

async function newest(tx: StaffTx, { status, limit }: ListQuery, after: string[] | undefined) {
  const rows = await newestPeople(tx.db, status, after?.[0], limit + 1)
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, next: rows.length > limit && last ? [last.id] : undefined }
}

export const userPage = (ctx: Context, viewer: Viewer, query: ListQuery) =>
  inStaff(ctx, viewer, async (tx) => {
    const { status, q } = query
    const cursors = cursorsOf(ctx, STAFF_LOG, 'users', { status, q: q ?? null })
    const after = cursors.decode(query.cursor)
    const { data, next } = q ? await searched(tx, query, q, after) : await newest(tx, query, after)
    // What was searched for is somebody's address: the log is kept for good, and does not say it.
    await noteRead(tx, 'people.listed', 'person', null, { status, searched: q !== undefined })
    return { data: await toWire(tx, data), next: next && cursors.encode(next) }
  })

async function refusalOf(
  tx: StaffTx,
  outcome: Outcome,
  { user_id, version }: UserUpdate,
): Promise<AppError | undefined> {
  switch (outcome) {
    case 'done':
    case 'unchanged':
    case 'asked':
      return undefined
    case 'not_staff':
      return forbidden('You’re no longer a staff member.')
    case 'not_found':
      return notFound('This user')
    case 'own_flags':
      return new AppError(403, 'own_flags', 'You can’t change your own flags. Ask another staff member.')
    case 'stale_version': {
      const what = `${(await changedSince(tx, user_id, version)) ?? 'Someone'} changed this user in the meantime.`
      return conflict(CODES.staleVersion, `${what} Check the row and try again.`)
    }
    case 'stale_role':
      return conflict(
        CODES.staleVersion,
        'Their organization or role changed in the meantime. Check the row and try again.',
      )
    case 'not_approved':
      return conflict('not_approved', 'Internal staff must be approved. To remove someone, turn off Internal first.')
    case 'personal_workspace':
      return conflict('personal_workspace', 'Admin can’t be changed in a personal workspace.')
    case 'reason_required':
      return invalid('Give a reason for this change', [{ path: 'reason', message: 'Enter a reason' }])
    case 'confirmation_required':
      return confirmationRequired()
    case 'last_owner':
      return lastOwner()
    default:
      return outcome
  }
}

const mail = (ctx: Context, tx: StaffTx, to: string, content: StaffMail) => queueMail(ctx, tx, to, content)

/** By mail, and on the page that waits, which opens. */
async function tellApproved(ctx: Context, tx: StaffTx, personId: string, email: string) {
  await mail(ctx, tx, email, { kind: 'account_approved', link: `${ctx.config.APP_ORIGIN}/home` })
  const places = await membersOf(tx.db, personId)
  tx.afterCommit(() => {
    for (const { tenant_id: tenantId, member_id } of places)
      ctx.publish({ kind: 'live', tenantId, frames: [{ type: 'person.approved', id: personId, to: [member_id] }] })
  })
}

/** Whatever pages of theirs are open hear more, or less, from now on. */
async function moveSockets(ctx: Context, tx: StaffTx, personId: string) {
  const sessionIds = await sessionsOf(tx.db, personId)
  tx.afterCommit(() => ctx.publish({ kind: 'moved', sessionIds }))
}

interface RoleChange {
  tenantId: string
  memberId: string
  ended: readonly string[]
  user: Pick<User, 'name' | 'organization'>
  isAdmin: boolean
  reason: string
}

/** An organization's owners hear of a role that staff changed there; open pages show it, and what it asks for no more. */
async function tellOrganization(ctx: Context, tx: StaffTx, change: RoleChange) {
  const { tenantId, memberId, ended, user, isAdmin, reason } = change
  const content: StaffMail = {
    kind: 'role_changed_by_staff',
    organization: user.organization?.name ?? '',
    person: user.name,
    role: isAdmin ? 'Admin' : 'Member',
    reason,
    link: `${ctx.config.APP_ORIGIN}/org-profile/members`,
  }
  for (const owner of await ownersOf(tx.db, tenantId)) await mail(ctx, tx, owner, content)
  tx.afterCommit(() => {
    ctx.publish({ kind: 'live', tenantId, frames: [{ type: 'member.role_changed', id: memberId }] })
    if (ended.length > 0) ctx.publish({ kind: 'inbox', tenantId, changed: ended.map((id) => [memberId, id]) })
  })
}

async function changeOne(ctx: Context, viewer: Viewer, update: UserUpdate, isFresh: boolean) {
  const { user_id, version, organization_id, role, reason, ...flags } = update
  return inStaff(ctx, viewer, async (tx) => {
    const change = { personId: user_id, version, flags, role, tenantId: organization_id ?? null, reason, isFresh }
    const { outcome, approved_now, role_in, role_of, ended } = await changeFlags(tx, change)
    const refusal = await refusalOf(tx, outcome, update)
    if (refusal) throw refusal
    const person = await personById(tx.db, user_id)
    // They may have worked elsewhere since the row was read: a role is told of where it was changed.
    const [user] = person ? await toWire(tx, [person], role_in) : []
    if (!user) throw notFound('This user')
    // A change writes its own row of the log.
    if (outcome === 'unchanged') await noteRead(tx, 'person.read', 'person', user_id)
    if (approved_now) await tellApproved(ctx, tx, user_id, user.email)
    if (approved_now !== null) await moveSockets(ctx, tx, user_id)
    if (role_in && role_of) {
      const place = { tenantId: role_in, memberId: role_of, ended: ended ?? [] }
      await tellOrganization(ctx, tx, { ...place, user, isAdmin: update.is_admin, reason })
    }
    const result: 'done' | 'unchanged' | 'asked' = outcome === 'asked' || outcome === 'unchanged' ? outcome : 'done'
    return { result, user }
  })
}

export const updateOne = async (ctx: Context, viewer: Viewer, update: UserUpdate) =>
  changeOne(ctx, viewer, update, await isConfirmedNow(ctx, viewer))

/** Each in a transaction of its own: what fails keeps nobody else from being changed. */
export async function updateMany(ctx: Context, viewer: Viewer, updates: readonly UserUpdate[]) {
  const isFresh = await isConfirmedNow(ctx, viewer)
  const results: Made<typeof updateUsers> = []
  for (const update of updates) {
    try {
      const made = await repeatOnLock(() => changeOne(ctx, viewer, update, isFresh))
      results.push({ user_id: update.user_id, code: null, message: null, ...made })
    } catch (error) {
      // Who is no longer staff goes on with none of the others.
      if (error instanceof AppError && error.code === CODES.forbidden) throw error
      results.push({
        user_id: update.user_id,
        result: 'refused',
        user: await userNow(ctx, viewer, update),
        ...refusalTexts(error, 'user'),
      })
    }
  }
  return results
}

/** Of one among many: why it was not done. */
export function refusalTexts(error: unknown, what: 'user' | 'subscription'): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message }
  if (isBusy(error)) return { code: 'busy', message: `Someone else is changing this ${what}. Try again.` }
  throw error
}

/** As they are now, so that the row can be shown without reading the list again. */
const userNow = (ctx: Context, viewer: Viewer, { user_id }: UserUpdate): Promise<ControlledUser | User | null> =>
  inStaff(ctx, viewer, async (tx) => {
    const person = await personById(tx.db, user_id)
    if (!person) return null
    await noteRead(tx, 'person.read', 'person', user_id)
    return (await toWire(tx, [person]))[0] ?? null
  })
