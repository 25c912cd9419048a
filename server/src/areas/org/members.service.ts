import type { Body, Query } from '@throughline/contracts/endpoint'
import { type addMember, type listMembers, Role } from '@throughline/contracts/org'
import type { Context } from '../../core/context.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import { explainTaken as explainTakenBy } from '../../core/db/taken.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { newToken } from '../../core/http/session.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { queueMail } from '../../core/mail/queue-mail.ts'
import type { MailContent } from '../auth/auth.service.ts'
import {
  findMember,
  findRole,
  insertInvited,
  joinTeam,
  memberOf,
  type NewMember,
  pageOfMembers,
  putInvitation,
  rolesByRank,
} from './members.queries.ts'
import { requireGrantable } from './org.policy.ts'
import { findTeam } from './teams.queries.ts'

const SORT = 'members.name'

export const membersPage = (ctx: Context, viewer: Viewer, query: Query<typeof listMembers>) =>
  readTenant(ctx, viewer, async (tx) => {
    const after = decodeCursor(query.cursor, SORT, {}, 2)
    const rows = await pageOfMembers(tx.db, tx.tenantId, after, query.limit + 1)
    const page = pageOf(rows, query.limit, (row) => encodeCursor(SORT, {}, [row.name_key ?? '', row.id]))
    return { data: page.data.map(memberOf), next: page.next }
  })

export const rolesList = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async (tx) => (await rolesByRank(tx.db, tx.tenantId)).map((row) => Role.parse(row)))

const explainTaken = explainTakenBy({
  members_email: () => conflict('already_member', 'This person is a member already'),
})

async function requireRoleAndTeam(tx: TenantTx, viewer: Viewer, input: Body<typeof addMember>) {
  const role = await findRole(tx.db, tx.tenantId, input.role_id)
  if (!role) throw notFound('This role')
  requireGrantable(viewer, role.rank)
  if (input.team_id && !(await findTeam(tx.db, tx.tenantId, input.team_id))) throw notFound('This team')
  return role
}

/** The member exists from now on as invited; the link in the mail makes them active. */
export const inviteMember = (ctx: Context, viewer: Viewer, input: Body<typeof addMember>) =>
  inTenant(ctx, viewer, async (tx) => {
    const role = await requireRoleAndTeam(tx, viewer, input)
    const member: NewMember = { name: input.name, email: input.email, roleId: input.role_id, teamId: input.team_id }
    const id = await insertInvited(tx.db, tx.tenantId, member, viewer.memberId).catch(explainTaken)
    if (input.team_id) {
      await joinTeam(tx.db, tx.tenantId, input.team_id, id)
      tx.count('team.members', input.team_id, 1)
    }
    const { token, hash } = newToken()
    await putInvitation(tx.db, hash, id)
    const content: MailContent = {
      kind: 'invitation',
      link: `${ctx.config.APP_ORIGIN}/signup/${token}`,
      organization: viewer.user.tenant_name,
      role: role.display_name,
      invited_by: viewer.user.name,
      expires_days: 7,
    }
    await queueMail(ctx, tx, input.email, content)
    tx.emit({ type: 'member.invited', kind: 'member', id })
    tx.audit({ act: 'member.invited', kind: 'member', id, data: { email: input.email, role: role.name } })
    const row = await findMember(tx.db, tx.tenantId, id)
    if (!row) throw notFound('This member')
    return memberOf(row)
  })
