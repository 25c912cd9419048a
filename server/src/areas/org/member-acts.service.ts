import type { Body } from '@throughline/contracts/endpoint'
import type { MemberId } from '@throughline/contracts/ids'
import type { changeMember, setMemberTeams } from '@throughline/contracts/org-members'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { beginMemberAct, recordMemberAct, requireOwnerRemains } from './member-act.ts'
import { changeRole, changeStatus, takeOut } from './member-status.ts'
import { oneMember } from './member-wire.ts'
import { endMemberSessions, findRole, type RankedMember } from './members.queries.ts'
import { copyRank } from './membership.queries.ts'
import { requireGrantable, requireNotOneself } from './org.policy.ts'
import { setPrimaryTeam, setTeams } from './set-teams.ts'

/** Their open pages are told at once. */
async function lockOut(ctx: Context, tx: TenantTx, memberId: string) {
  const sessionIds = await endMemberSessions(tx.db, memberId, null)
  if (sessionIds.length === 0) return
  tx.afterCommit(() => ctx.publish({ kind: 'signed_out', sessionIds, reason: 'locked_out' }))
}

export const suspend = (ctx: Context, viewer: Viewer, memberId: MemberId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { actor, target } = await beginMemberAct(tx, viewer, memberId)
    requireNotOneself(actor, target, 'You can’t suspend yourself')
    if (target.status !== 'active') throw conflict('not_active', 'Only active members can be suspended')
    await requireOwnerRemains(tx, target)
    await changeStatus(tx, target, 'suspended')
    await lockOut(ctx, tx, memberId)
    recordMemberAct(tx, 'member.suspended', target, { status: 'active' }, { status: 'suspended' })
    return oneMember(tx, memberId)
  })

export const reactivate = (ctx: Context, viewer: Viewer, memberId: MemberId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { target } = await beginMemberAct(tx, viewer, memberId)
    if (target.status !== 'suspended') throw conflict('not_suspended', 'This member isn’t suspended')
    await changeStatus(tx, target, 'active')
    recordMemberAct(tx, 'member.reactivated', target, { status: 'suspended' }, { status: 'active' })
    return oneMember(tx, memberId)
  })

export const remove = (ctx: Context, viewer: Viewer, memberId: MemberId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { actor, target } = await beginMemberAct(tx, viewer, memberId)
    requireNotOneself(actor, target, 'You can’t remove yourself. Leave the organization instead.')
    await requireOwnerRemains(tx, target)
    await takeOut(tx, target)
    await lockOut(ctx, tx, memberId)
    const act = target.status === 'invited' ? 'member.invitation_revoked' : 'member.removed'
    recordMemberAct(tx, act, target, { status: target.status, role: target.role_display_name }, null)
    return { id: memberId }
  })

async function grant(tx: TenantTx, actor: RankedMember, target: RankedMember, roleId: string) {
  const role = await findRole(tx.db, tx.tenantId, roleId)
  if (!role) throw notFound('This role')
  if (role.id === target.role_id) return
  requireGrantable(actor, role.rank)
  await requireOwnerRemains(tx, target)
  await changeRole(tx, target, role.id)
  await copyRank(tx.db, tx.tenantId, target.id, role.rank)
  const before = { role: target.role_display_name }
  recordMemberAct(tx, 'member.role_changed', target, before, { role: role.display_name })
}

export const change = (ctx: Context, viewer: Viewer, memberId: MemberId, input: Body<typeof changeMember>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { actor, target } = await beginMemberAct(tx, viewer, memberId)
    if (input.role) await grant(tx, actor, target, input.role)
    if (input.team !== undefined) {
      const before = await oneMember(tx, memberId)
      await setPrimaryTeam(tx, target, input.team)
      const after = await oneMember(tx, memberId)
      const [old, now] = [{ team: before.team?.name ?? null }, { team: after.team?.name ?? null }]
      recordMemberAct(tx, 'member.team_changed', target, old, now)
    }
    const { role, team } = await oneMember(tx, memberId)
    return { role, team }
  })

export const changeTeams = (ctx: Context, viewer: Viewer, memberId: MemberId, input: Body<typeof setMemberTeams>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { target } = await beginMemberAct(tx, viewer, memberId)
    const before = await oneMember(tx, memberId)
    await setTeams(tx, target, input.team_ids)
    const after = await oneMember(tx, memberId)
    const names = (teams: typeof after.teams) => ({ teams: teams.map(({ name }) => name) })
    recordMemberAct(tx, 'member.teams_changed', target, names(before.teams), names(after.teams))
    return after
  })
