import { randomUUID } from 'node:crypto'
import type { Sample } from '../endpoint-samples.ts'
import { uniqueAddress } from '../someone.ts'

const update = () => ({
  user_id: randomUUID(),
  is_approved: true,
  is_admin: false,
  is_internal: false,
  is_beta: false,
  is_developer: false,
  version: 1,
})

/** Everybody of the matrix calls on the application's host, where none of these is: their ids name nothing. */
export const staffSamples: Record<string, () => Promise<Sample>> = {
  'GET /v1/auth/staff-counts/': async () => ({}),
  'GET /v1/auth/user-control/': async () => ({}),
  'POST /v1/auth/update-user/': async () => ({ body: update() }),
  'POST /v1/auth/update-users/': async () => ({ body: { users: [update()] } }),
  'GET /v1/org/org-control/': async () => ({}),
  'GET /v1/org/org-control/:orgId/': async () => ({ params: { orgId: randomUUID() } }),
  'GET /v1/org/org-control/:orgId/icon/:version/': async () => ({
    params: { orgId: randomUUID(), version: '0a1b2c3d' },
  }),
  'GET /v1/users/feedback/': async () => ({}),
  'POST /v1/users/feedback/:feedbackId/': async () => ({
    params: { feedbackId: randomUUID() },
    body: { resolved: true },
  }),
  'POST /v1/auth/subscribe-email/': async () => ({ body: { email: uniqueAddress('waits') } }),
  'GET /v1/auth/subscribe-email/': async () => ({}),
  'GET /v1/auth/subscribe-email/export/': async () => ({}),
  'DELETE /v1/auth/subscribe-email/:regId/': async () => ({ params: { regId: randomUUID() } }),
  'POST /v1/auth/subscribe-email/:regId/restore/': async () => ({ params: { regId: randomUUID() } }),
  'POST /v1/auth/notify-subscription/': async () => ({ body: { reg_id: randomUUID() } }),
  'POST /v1/auth/notify-subscriptions/': async () => ({ body: { reg_ids: [randomUUID()] } }),
  'GET /v1/auth/staff-log/': async () => ({}),
  'POST /v1/auth/staff-log/verify/': async () => ({ body: { after: 0 } }),
}
