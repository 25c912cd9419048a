import { getMe } from '@throughline/contracts/auth'
import { openSession } from '../src/areas/auth/auth.queries.ts'
import { hostsOf } from '../src/core/config.ts'
import type { Context } from '../src/core/context.ts'
import { inIdentity } from '../src/core/db/in-identity.ts'
import { newToken } from '../src/core/http/session.ts'
import type { Sample } from './endpoint-samples.ts'
import { picture } from './picture.ts'
import { uniqueAddress } from './someone.ts'
import type { World } from './world.ts'

/** Calls about a person and their devices: the owner's, so that for everybody else they are somebody else's. */
export function accountSamples(ctx: Context, { ours, actors }: World): Record<string, () => Promise<Sample>> {
  const me = async () => (await actors.owner.client(getMe)).id
  const own =
    (more: Omit<Sample, 'params'> = {}) =>
    async () => ({ params: { userId: await me() }, ...more })
  const session = async () => {
    const personId = await me()
    const entry = { hash: newToken().hash, host: hostsOf(ctx.config).app, personId, origin: undefined }
    const opened = await inIdentity(ctx, personId, ({ db }) => openSession(db, entry))
    return opened?.session_id ?? ''
  }
  const code = async () => ({ body: { code: '123456' } })
  const nothing = async () => ({})
  return {
    'POST /v1/auth/confirm/': async () => ({ body: { password: 'not it' } }),
    'POST /v1/auth/second-factor/': async () => ({ body: { challenge: 'none', code: '123456' } }),
    'POST /v1/auth/second-factor/begin/': async () => ({ body: {} }),
    'POST /v1/auth/second-factor/confirm/': code,
    'POST /v1/auth/second-factor/recovery-codes/': code,
    'POST /v1/auth/second-factor/end/': code,
    'GET /v1/auth/sessions/': nothing,
    'DELETE /v1/auth/sessions/': nothing,
    'DELETE /v1/auth/sessions/:sessionId/': async () => ({ params: { sessionId: await session() } }),
    'GET /v1/auth/workspaces/': nothing,
    'POST /v1/auth/workspaces/:tenantId/open/': async () => ({ params: { tenantId: ours.tenantId } }),
    'POST /v1/auth/is-available/': async () => ({ body: { email: uniqueAddress('new') } }),
    'GET /v1/auth/:userId/': own(),
    'PATCH /v1/auth/:userId/': own({ body: { name: 'Test owner' } }),
    'POST /v1/auth/:userId/photo/': async () => ({ params: { userId: await me() }, form: picture('photo') }),
    'GET /v1/auth/:userId/photo/': own(),
    'DELETE /v1/auth/:userId/photo/': own(),
    'POST /v1/auth/:userId/password/': own({ body: { current_password: 'not it', new_password: 'a long enough one' } }),
    'POST /v1/auth/:userId/google/': own({ body: { token: 'none' } }),
    'DELETE /v1/auth/:userId/google/': own(),
    'POST /v1/auth/:userId/delete/': own({ body: {} }),
    'POST /v1/auth/:userId/keep/': own(),
  }
}
