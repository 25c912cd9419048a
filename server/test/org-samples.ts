import { findLogo } from '../src/areas/org/logo.queries.ts'
import { trashTeam } from '../src/areas/org/teams.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Sample } from './endpoint-samples.ts'
import { makeInvited, makeMember, makeTeam, setMemberStatus } from './factories.ts'
import { picture } from './picture.ts'
import { makeSomeone, unique, uniqueAddress } from './someone.ts'
import type { World } from './world.ts'

type Samples = Record<string, () => Promise<Sample>>

/** For a call that needs nothing made beforehand. */
export const just = (sample: Sample) => async () => sample

const makeInvitedOf = (ctx: Context, { ours }: World) =>
  makeInvited(ctx, ours, { name: 'New', email: uniqueAddress('new'), role: 'member', teamId: ours.teamId })

function memberSamples(ctx: Context, world: World): Samples {
  const { ours } = world
  const org = { orgId: ours.tenantId }
  const invited = () => makeInvitedOf(ctx, world)
  const active = async () => makeMember(ctx, ours, { ...(await makeSomeone(ctx)), name: 'New', role: 'member' })
  const suspended = async () => {
    const memberId = await active()
    await setMemberStatus(ctx, ours.tenantId, memberId, 'suspended')
    return memberId
  }
  /** Any picture there is will do: the logo, once it has been uploaded. */
  const pictured = async () => {
    const memberId = await invited()
    await inTenant(ctx, ours, async ({ db, tenantId }) => {
      const photo = (await findLogo(db, tenantId))?.object_key ?? null
      await db
        .updateTable('members')
        .set({ photo })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', memberId)
        .execute()
    })
    return memberId
  }
  const of = (make: () => Promise<string>, body?: Record<string, unknown>) => async () => ({
    params: { ...org, memberId: await make() },
    ...(body ? { body } : {}),
  })
  return {
    'GET /v1/org/:orgId/members/': just({ params: org }),
    'POST /v1/org/:orgId/members/': async () => ({
      params: org,
      body: { name: 'New', email: uniqueAddress('new'), role_id: ours.roles.member.id, team_id: ours.teamId },
    }),
    'GET /v1/org/:orgId/members/counts/': just({ params: org }),
    'POST /v1/org/:orgId/members/batch/': async () => ({
      params: org,
      body: {
        people: [{ name: 'New', email: uniqueAddress('new') }],
        role_id: ours.roles.member.id,
        team_id: ours.teamId,
      },
    }),
    'PATCH /v1/org/:orgId/members/:memberId/': of(invited, { role: ours.roles.viewer.id, team: ours.teamId }),
    'DELETE /v1/org/:orgId/members/:memberId/': of(invited),
    'PUT /v1/org/:orgId/members/:memberId/teams/': of(invited, { team_ids: [ours.teamId] }),
    'POST /v1/org/:orgId/members/:memberId/resend/': of(invited),
    'POST /v1/org/:orgId/members/:memberId/suspend/': of(active),
    'POST /v1/org/:orgId/members/:memberId/reactivate/': of(suspended),
    'GET /v1/org/:orgId/members/:memberId/photo/': of(pictured),
  }
}

function teamSamples(ctx: Context, world: World): Samples {
  const { ours } = world
  const org = { orgId: ours.tenantId }
  const invited = () => makeInvitedOf(ctx, world)
  const team = () => makeTeam(ctx, ours.tenantId, unique('Team'))
  const trashed = async () => {
    const teamId = await team()
    await inTenant(ctx, ours, (tx) => trashTeam(tx.db, tx.tenantId, teamId, ours.ownerId))
    return teamId
  }
  return {
    'GET /v1/org/:orgId/teams/': just({ params: org }),
    'GET /v1/org/:orgId/teams/:teamId/members/': just({ params: { ...org, teamId: ours.teamId } }),
    'POST /v1/org/:orgId/teams/:teamId/members/': async () => ({
      params: { ...org, teamId: await team() },
      body: { member_ids: [await invited()] },
    }),
    'DELETE /v1/org/:orgId/teams/:teamId/members/:memberId/': async () => ({
      params: { ...org, teamId: ours.teamId, memberId: await invited() },
    }),
    'POST /v1/org/:orgId/teams/': async () => ({ params: org, body: { name: unique('Team') } }),
    'PUT /v1/org/:orgId/teams/:teamId/': async () => ({
      params: { ...org, teamId: await team() },
      body: { name: unique('Team'), version: 1 },
    }),
    'DELETE /v1/org/:orgId/teams/:teamId/': async () => ({ params: { ...org, teamId: await team() } }),
    'POST /v1/org/:orgId/teams/:teamId/restore/': async () => ({ params: { ...org, teamId: await trashed() } }),
  }
}

/** The organisation with its members and teams. */
export function orgSamples(ctx: Context, world: World): Samples {
  const org = { orgId: world.ours.tenantId }
  return {
    ...memberSamples(ctx, world),
    ...teamSamples(ctx, world),
    'POST /v1/org/': just({ body: { name: 'Ours' } }),
    'GET /v1/org/:orgId/': just({ params: org }),
    'PUT /v1/org/:orgId/': just({ params: org, body: { name: 'Ours' } }),
    'PATCH /v1/org/:orgId/access-rules/': just({ params: org, body: { admins_see_all: false } }),
    'POST /v1/org/:orgId/leave/': just({ params: org }),
    'GET /v1/org/:orgId/roles/': just({ params: org }),
    'POST /v1/org/:orgId/icon/': async () => ({ params: org, form: picture('org_icon') }),
    'GET /v1/org/:orgId/icon/': just({ params: org }),
    'GET /v1/org/:orgId/audit/': just({ params: org }),
    'GET /v1/org/:orgId/audit/export/': just({ params: org }),
    'POST /v1/org/:orgId/audit/verify/': just({ params: org, body: { after: 0 } }),
  }
}
