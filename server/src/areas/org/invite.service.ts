import { randomUUID } from 'node:crypto'
import { EmailAddress } from '@throughline/contracts/email-address'
import type { Body } from '@throughline/contracts/endpoint'
import type { MemberId, RoleId, TeamId } from '@throughline/contracts/ids'
import { nameField } from '@throughline/contracts/org'
import type { addMember, addMembers, Member, PastedPerson } from '@throughline/contracts/org-members'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, conflict, notFound } from '../../core/errors.ts'
import { newToken } from '../../core/http/session.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { addressKey } from '../../core/mail/outside/address-key.ts'
import { spendMailBudget } from '../../core/mail/outside/budget.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import type { MailContent } from '../auth/auth.public.ts'
import { seatsLeft, seatsTaken } from '../billing/billing.public.ts'
import { INVITATION_DAYS, memberAddresses, type NewMember, putInvitations, renewInvitation } from './invite.queries.ts'
import { assignInvited } from './invite.ts'
import { beginMemberAct } from './member-act.ts'
import { membersOf, oneMember } from './member-wire.ts'
import { findRole } from './members.queries.ts'
import { requireGrantable } from './org.policy.ts'
import { findTeam } from './teams.queries.ts'

const ALREADY_MEMBER = 'This person is already a member'

async function requireRoleAndTeam(tx: TenantTx, viewer: Viewer, roleId: RoleId, teamId: TeamId | null) {
  const role = await findRole(tx.db, tx.tenantId, roleId)
  if (!role) throw notFound('This role')
  requireGrantable(viewer, role.rank)
  const team = teamId ? await findTeam(tx.db, tx.tenantId, teamId) : undefined
  if (teamId && !team) throw notFound('This team')
  return { role, team }
}

interface Addressee {
  id: string
  email: string
}

/** Whoever is invited has not asked for it: an organization cannot invite strangers without end. */
async function requireMailBudget(ctx: Context, tx: TenantTx, to: readonly Addressee[]) {
  const addresses = [...new Set(to.map(({ email }) => addressKey(tx.tenantId, email)))]
  const spent = await spendMailBudget(ctx.config, tx, { kind: 'invitation', key: randomUUID(), addresses })
  if (spent === 'spent') return
  const message = 'Your organization reached its limit for invitations, so nobody was invited. Try again later.'
  const seconds = typeof spent === 'object' ? Math.ceil((spent.from.getTime() - Date.now()) / 1000) : 3_600
  throw new AppError(429, 'invitation_limit', message, { retryAfter: Math.max(1, seconds) })
}

/** Each gets a link of their own by mail. */
async function sendLinks(ctx: Context, tx: TenantTx, viewer: Viewer, role: string, to: readonly Addressee[]) {
  await requireMailBudget(ctx, tx, to)
  const links = to.map(({ id, email }) => ({ memberId: id, email, ...newToken() }))
  await putInvitations(tx.db, links)
  for (const { email, token } of links) {
    const content: MailContent = {
      kind: 'invitation',
      link: `${ctx.config.APP_ORIGIN}/signup/${token}`,
      organization: viewer.user.tenant_name,
      role,
      invited_by: viewer.user.name,
      expires_days: INVITATION_DAYS,
    }
    await queueMail(ctx, tx, email, content)
  }
}

interface Batch {
  people: readonly NewMember[]
  role_id: RoleId
  team_id: TeamId | null
}

/** By address, those who were not members before; they are mailed and audited. */
async function invite(ctx: Context, tx: TenantTx, viewer: Viewer, batch: Batch): Promise<Map<string, Member>> {
  const { role, team } = await requireRoleAndTeam(tx, viewer, batch.role_id, batch.team_id)
  const place = { roleId: role.id, teamId: batch.team_id, invitedBy: viewer.memberId }
  const made = await assignInvited(tx, batch.people, place)
  const invited = [...made].map(([email, id]) => ({ id, email }))
  if (invited.length > 0) await sendLinks(ctx, tx, viewer, role.display_name, invited)
  const members = await membersOf(tx, [...made.values()])
  for (const { id } of members) {
    tx.emit({ type: 'member.invited', kind: 'member', id })
    const after = { role: role.display_name, team: team?.name ?? null }
    tx.audit({ act: 'member.invited', kind: 'member', id, data: { after } })
  }
  return new Map(members.map((member) => [member.email, member]))
}

export const inviteMember = (ctx: Context, viewer: Viewer, input: Body<typeof addMember>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { name, email, ...place } = input
    const made = await invite(ctx, tx, viewer, { people: [{ name, email }], ...place })
    const member = made.get(email)
    if (!member) throw conflict('already_member', ALREADY_MEMBER)
    return member
  })

type Judged = NewMember | { code: string; message: string }

/** As the database will compare them, near enough: what slips through meets in the index. */
const sameAddress = (email: string) => email.normalize('NFKC').toLowerCase()

function judgeLines(people: readonly PastedPerson[]): Judged[] {
  const seen = new Set<string>()
  return people.map((line) => {
    const name = z.safeParse(nameField, line.name)
    if (!name.success) return { code: 'bad_name', message: 'Enter a name of at most 120 characters' }
    const email = z.safeParse(EmailAddress, line.email)
    if (!email.success) return { code: 'bad_email', message: 'This isn’t an email address' }
    const key = sameAddress(email.data)
    if (seen.has(key)) return { code: 'repeated', message: 'This address is already in the list' }
    seen.add(key)
    return { name: name.data, email: email.data }
  })
}

/** In the order of the list: those for whom there is a seat, and those who take none since they are members already. */
async function seated(tx: TenantTx, people: readonly NewMember[]) {
  const seats = await seatsLeft(tx, people.length)
  if (!seats || seats.left >= people.length) return { invited: people, full: undefined }
  const emails = people.map(({ email }) => email)
  const known = await memberAddresses(tx.db, tx.tenantId, emails)
  const strangers = people.filter(({ email }) => !known.has(email))
  const left = new Set(strangers.slice(seats.left))
  const full = left.size > 0 ? seats.of : undefined
  return { invited: people.filter((one) => !left.has(one)), full }
}

const noSeat = (of: number) => ({ code: 'limit_reached', message: seatsTaken(of) })

/** A bad line does not keep the others out, and neither does someone who is a member already, or for whom no seat is left. */
export const inviteMany = (ctx: Context, viewer: Viewer, input: Body<typeof addMembers>) =>
  inTenant(ctx, viewer, async (tx) => {
    const judged = judgeLines(input.people)
    const people = judged.filter((line) => 'name' in line)
    const { invited, full } = await seated(tx, people)
    const made = await invite(ctx, tx, viewer, { ...input, people: invited })
    const results = judged.map((line, index) => {
      const place = { line: index + 1, email: input.people[index]?.email ?? '' }
      if ('code' in line) return { ...place, member: null, code: line.code, message: line.message }
      const member = made.get(line.email)
      if (member) return { ...place, member, code: null, message: null }
      if (full !== undefined && !invited.includes(line)) return { ...place, member: null, ...noSeat(full) }
      return { ...place, member: null, code: 'already_member', message: ALREADY_MEMBER }
    })
    return { results, seats: full ?? null }
  })

export const resend = (ctx: Context, viewer: Viewer, memberId: MemberId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { target } = await beginMemberAct(tx, viewer, memberId)
    if (target.status !== 'invited') throw conflict('not_invited', 'This person has no open invitation')
    await renewInvitation(tx.db, tx.tenantId, memberId, viewer.memberId)
    await sendLinks(ctx, tx, viewer, target.role_display_name, [target])
    tx.emit({ type: 'member.invited', kind: 'member', id: memberId })
    tx.audit({ act: 'member.invitation_resent', kind: 'member', id: memberId })
    return oneMember(tx, memberId)
  })
