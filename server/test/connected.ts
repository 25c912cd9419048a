import { randomUUID } from 'node:crypto'
import type { Json } from '@throughline/flow/eval'
import { insertConnection } from '../src/areas/integrations/connections.queries.ts'
import { connectionAad } from '../src/areas/integrations/secret-aad.ts'
import { insertTool } from '../src/areas/integrations/tools.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { sealForTenant } from '../src/core/keys/tenant-key.ts'
import { sampleTool, TOOL_DEFAULTS } from './endpoint-samples.ts'
import type { Tenant } from './factories.ts'

type ConnectedTool = Partial<typeof TOOL_DEFAULTS & ReturnType<typeof sampleTool>> & {
  configuration?: Record<string, Json>
  usable_by?: 'owner' | 'everyone'
}

/** A tool of the workspace, and a connection that a member has to it. */
export async function makeConnection(
  ctx: Context,
  { tenantId }: Pick<Tenant, 'tenantId'>,
  memberId: string,
  { configuration = { metadata: 'a key that nobody reads' }, usable_by = 'owner', ...more }: ConnectedTool = {},
) {
  const [toolId, id] = [randomUUID(), randomUUID()]
  const tool = { ...TOOL_DEFAULTS, ...sampleTool(), ...more, id: toolId, created_by: memberId }
  const whole = JSON.stringify(configuration)
  const { sealed, keyNo } = await sealForTenant(ctx, tenantId, whole, connectionAad(tenantId, id))
  await inTenant(ctx, { tenantId }, async ({ db }) => {
    await insertTool(db, tenantId, tool)
    const row = { id, tool_id: toolId, member_id: memberId, name: 'Main', usable_by }
    await insertConnection(db, tenantId, row, { sealed, key_no: keyNo })
  })
  return { tool_id: toolId, tool_name: tool.name, connection: id }
}

/** One more connection that a member has to a tool, for themselves. */
export async function makeAnotherConnection(
  ctx: Context,
  { tenantId }: Pick<Tenant, 'tenantId'>,
  memberId: string,
  tool_id: string,
) {
  const id = randomUUID()
  const row = { id, tool_id, member_id: memberId, name: 'Another', usable_by: 'owner' as const }
  const secret = { sealed: Buffer.from('sealed'), key_no: 1 }
  await inTenant(ctx, { tenantId }, ({ db }) => insertConnection(db, tenantId, row, secret))
  return id
}
