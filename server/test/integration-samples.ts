import { randomUUID } from 'node:crypto'
import { insertSecret } from '../src/areas/integrations/secrets.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Sample } from './endpoint-samples.ts'
import type { World } from './world.ts'

const freshName = () => `s${randomUUID()}`
const body = { value: 'a value nobody reads', hosts: ['api.example.com'] }

export function integrationSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
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
