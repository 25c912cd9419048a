import { randomUUID } from 'node:crypto'
import { insertConnection } from '../src/areas/integrations/connections.queries.ts'
import { googleWorkspace } from '../src/areas/integrations/connectors/google-workspace.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Sample } from './endpoint-samples.ts'
import { just } from './org-samples.ts'
import type { World } from './world.ts'

const [scope] = googleWorkspace.signIn?.scopes ?? []

/** What an installation sets so that sign-ins can be begun at the stack's own provider. */
export const SIGN_IN_SETTINGS = {
  GOOGLE_TOOLS_ISSUER: process.env.OIDC_ISSUER ?? '',
  GOOGLE_TOOLS_CLIENT_ID: 'tools-client',
  GOOGLE_TOOLS_CLIENT_SECRET: 'a secret of the tools client',
}

/** Sign-ins of the owner that are done, and connections made with them. */
export function signInSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const { tenantId, ownerId: member_id } = ours
  const tool = { tool_id: googleWorkspace.id, member_id }
  const signInId = async () => {
    const id = randomUUID()
    const begun = { session_id: randomUUID(), state_hash: Buffer.from(id), asked: [], key_no: 1 }
    const done = { state: 'signed_in', account: 'ops@example.test', ends_at: new Date() }
    const row = { tenant_id: tenantId, id, ...tool, ...begun, ...done }
    await inTenant(ctx, ours, ({ db }) => db.insertInto('oauth_grants').values(row).execute())
    return id
  }
  const connectionId = async () => {
    const id = randomUUID()
    const row = { id, ...tool, name: `Of ${id}`, usable_by: 'owner' as const }
    await inTenant(ctx, ours, ({ db }) =>
      insertConnection(db, tenantId, row, { sealed: Buffer.from('sealed'), key_no: 1 }),
    )
    return id
  }
  const at = async (): Promise<Sample> => ({ params: { signInId: await signInId() } })
  return {
    'POST /v1/tools/:toolId/sign-in/': just({
      params: { toolId: googleWorkspace.id },
      body: { scopes: [scope?.scope] },
    }),
    'POST /v1/tools/sign-ins/return/': just({ body: { state: 'of nobody', code: 'none' } }),
    'GET /v1/tools/sign-ins/:signInId/': at,
    'DELETE /v1/tools/sign-ins/:signInId/': at,
    'PUT /v1/tools/integrations/:connectionId/sign-in/': async () => ({
      params: { connectionId: await connectionId() },
      body: { sign_in: await signInId() },
    }),
  }
}
