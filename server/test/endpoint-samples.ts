import { randomUUID } from 'node:crypto'
import type { EndpointShape } from '@throughline/contracts/endpoint'
import { insertSecret } from '../src/areas/integrations/secrets.queries.ts'
import { findLogo } from '../src/areas/org/logo.queries.ts'
import { trashTeam } from '../src/areas/org/teams.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { accountSamples } from './account-samples.ts'
import { documentSamples } from './document-samples.ts'
import { makeInvited, makeMember, makeTeam, setMemberStatus } from './factories.ts'
import { instanceSamples } from './instance-samples.ts'
import { picture } from './picture.ts'
import { makeSomeone, unique, uniqueAddress } from './someone.ts'
import { taskSamples } from './task-samples.ts'
import { templateSamples, workflowSamples } from './workflow-samples.ts'
import type { World } from './world.ts'

const freshName = () => `s${randomUUID()}`
const body = { value: 'a value nobody reads', hosts: ['api.example.com'] }

function integrationSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const at = async (): Promise<Sample> => {
    const secretId = randomUUID()
    const row = { id: secretId, name: freshName(), hosts: body.hosts, sealed: Buffer.from('sealed'), key_no: 1 }
    await inTenant(ctx, ours, (tx) => insertSecret(tx.db, tx.tenantId, { ...row, set_by: ours.ownerId }))
    return { params: { secretId } }
  }
  return {
    'GET /v1/integrations/secrets/': async () => ({}),
    'POST /v1/integrations/secrets/': async () => ({ body: { name: freshName(), ...body } }),
    'PUT /v1/integrations/secrets/:secretId/': async () => ({ ...(await at()), body }),
    'DELETE /v1/integrations/secrets/:secretId/': at,
  }
}

/** What a call needs to succeed for whoever may make it: ids of our tenant, content that is new each time. */
export interface Sample {
  params?: Record<string, string>
  body?: Record<string, unknown>
  form?: FormData
}

export const keyOf = (endpoint: Pick<EndpointShape, 'method' | 'path'>) => `${endpoint.method} ${endpoint.path}`

const link = { verification_string: 'none' }
const password = 'correct horse battery'

export function createSamples(ctx: Context, world: World): Record<string, () => Promise<Sample>> {
  const { ours } = world
  const org = { orgId: ours.tenantId }
  const team = () => makeTeam(ctx, ours.tenantId, unique('Team'))
  const trashed = async () => {
    const teamId = await team()
    await inTenant(ctx, ours, (tx) => trashTeam(tx.db, tx.tenantId, teamId, ours.ownerId))
    return teamId
  }
  const invited = () =>
    makeInvited(ctx, ours, { name: 'New', email: uniqueAddress('new'), role: 'member', teamId: ours.teamId })
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
  const just = (sample: Sample) => async () => sample
  return {
    ...accountSamples(ctx, world),
    ...workflowSamples(ctx, world),
    ...instanceSamples(ctx, world),
    ...taskSamples(ctx, world),
    ...templateSamples(ctx, world),
    ...integrationSamples(ctx, world),
    ...documentSamples(ctx, world),
    'GET /v1/auth/csrf/': just({}),
    'GET /v1/auth/me/': just({}),
    'GET /v1/auth/restored/': just({}),
    'POST /v1/auth/login/': async () => ({ body: { username: unique('nobody'), password } }),
    'POST /v1/auth/logout/': just({}),
    'GET /v1/auth/google/nonce/': just({}),
    'POST /v1/auth/google/callback/': just({ body: { token: 'none' } }),
    'POST /v1/auth/verify-email/': just({ body: link }),
    'POST /v1/auth/signup/': async () => ({
      body: { username: unique('newcomer'), password, auth_type: 'custom_individual', ...link },
    }),
    'POST /v1/auth/join/': just({ body: link }),
    'POST /v1/auth/register-email/': async () => ({ body: { email: uniqueAddress('new') } }),
    'POST /v1/auth/reset-password-email/': async () => ({ body: { email: uniqueAddress('new') } }),
    'POST /v1/auth/reset-password/': just({ body: { password, ...link } }),
    'POST /v1/auth/undo-email/': just({ body: { password, ...link } }),
    'POST /v1/auth/change-email/': async () => ({
      body: { email: uniqueAddress('new'), old_email: 'nobody@example.test' },
    }),
    'POST /v1/org/': just({ body: { name: 'Ours' } }),
    'GET /v1/org/:orgId/': just({ params: org }),
    'PUT /v1/org/:orgId/': just({ params: org, body: { name: 'Ours' } }),
    'PATCH /v1/org/:orgId/access-rules/': just({ params: org, body: { admins_see_all: false } }),
    'POST /v1/org/:orgId/leave/': just({ params: org }),
    'GET /v1/org/:orgId/roles/': just({ params: org }),
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
    'POST /v1/org/:orgId/icon/': async () => ({ params: org, form: picture('org_icon') }),
    'GET /v1/org/:orgId/icon/': just({ params: org }),
    'GET /v1/org/:orgId/audit/': just({ params: org }),
    'GET /v1/org/:orgId/audit/export/': just({ params: org }),
    'POST /v1/org/:orgId/audit/verify/': just({ params: org, body: { after: 0 } }),
    'POST /v1/users/feedback/': async () => ({ body: { feedback: unique('Good') } }),
    'GET /v1/subscriptions/me/': just({}),
  }
}
