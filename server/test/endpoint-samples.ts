import type { EndpointShape } from '@throughline/contracts/endpoint'
import { trashTeam } from '../src/areas/org/teams.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { makeTeam } from './factories.ts'
import { unique, uniqueAddress } from './someone.ts'
import type { World } from './world.ts'

/** What a call needs to succeed for whoever may make it: ids of our tenant, content that is new each time. */
export interface Sample {
  params?: Record<string, string>
  body?: Record<string, unknown>
  form?: FormData
}

export const keyOf = (endpoint: Pick<EndpointShape, 'method' | 'path'>) => `${endpoint.method} ${endpoint.path}`

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

export function picture() {
  const form = new FormData()
  form.append('org_icon', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'logo.png')
  return form
}

const link = { verification_string: 'none' }
const password = 'correct horse battery'

export function createSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const org = { orgId: ours.tenantId }
  const team = () => makeTeam(ctx, ours.tenantId, unique('Team'))
  const trashed = async () => {
    const teamId = await team()
    await inTenant(ctx, ours, (tx) => trashTeam(tx.db, tx.tenantId, teamId, ours.ownerId))
    return teamId
  }
  const just = (sample: Sample) => async () => sample
  return {
    'GET /v1/auth/csrf/': just({}),
    'GET /v1/auth/me/': just({}),
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
    'POST /v1/auth/change-email/': async () => ({
      body: { email: uniqueAddress('new'), old_email: 'nobody@example.test' },
    }),
    'GET /v1/org/:orgId/': just({ params: org }),
    'GET /v1/org/:orgId/roles/': just({ params: org }),
    'GET /v1/org/:orgId/members/': just({ params: org }),
    'POST /v1/org/:orgId/members/': async () => ({
      params: org,
      body: { name: 'New', email: uniqueAddress('new'), role_id: ours.roles.member.id, team_id: ours.teamId },
    }),
    'GET /v1/org/:orgId/teams/': just({ params: org }),
    'POST /v1/org/:orgId/teams/': async () => ({ params: org, body: { name: unique('Team') } }),
    'PUT /v1/org/:orgId/teams/:teamId/': async () => ({
      params: { ...org, teamId: await team() },
      body: { name: unique('Team'), version: 1 },
    }),
    'DELETE /v1/org/:orgId/teams/:teamId/': async () => ({ params: { ...org, teamId: await team() } }),
    'POST /v1/org/:orgId/teams/:teamId/restore/': async () => ({ params: { ...org, teamId: await trashed() } }),
    'POST /v1/org/:orgId/icon/': async () => ({ params: org, form: picture() }),
    'GET /v1/org/:orgId/icon/': just({ params: org }),
  }
}
