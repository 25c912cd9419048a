import { randomBytes, randomUUID } from 'node:crypto'
import { HookId } from '@throughline/contracts/ids'
import { bodyAad } from '../src/areas/starts/hooks/deliver.ts'
import { insertDelivery } from '../src/areas/starts/hooks/deliveries.queries.ts'
import { sealSecret } from '../src/areas/starts/hooks/hook-secrets.ts'
import { findHook, type HookValues, insertHook } from '../src/areas/starts/hooks/hooks.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { writeAddress } from '../src/core/db/public-addresses.ts'
import { sealForTenant } from '../src/core/keys/tenant-key.ts'
import type { Sample } from './endpoint-samples.ts'
import type { OwnedTenant, Tenant } from './factories.ts'
import { INTAKE_WORKFLOW } from './forms.ts'
import { makeWorkflow } from './running-world.ts'
import { unique } from './someone.ts'
import type { World } from './world.ts'

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** A webhook of the owner, with an address, of a workflow that asks for a company. */
export async function makeHook(
  ctx: Context,
  tenant: OwnedTenant,
  spec: Partial<HookValues> & { workflowId?: string; secret?: string } = {},
) {
  const { workflowId = await makeWorkflow(ctx, tenant, INTAKE_WORKFLOW), secret = newSecret(), ...more } = spec
  const values: HookValues = {
    name: 'Procurement',
    style: 'standard',
    repeatBy: 'id',
    repeatPath: '',
    title: '',
    filesPath: '',
    mapping: { company: '$.supplier.name', people: '$.total.people' },
    fixed: {},
    standIn: null,
    toldId: tenant.ownerId,
    ...more,
  }
  const hookId = HookId.parse(randomUUID())
  const sealed = await sealSecret(ctx, tenant.tenantId, hookId, secret)
  await inTenant(ctx, { tenantId: tenant.tenantId }, async ({ db, tenantId }) => {
    await insertHook(db, tenantId, { id: hookId, workflowId, memberId: tenant.ownerId }, values, sealed)
    await writeAddress(db, tenantId, 'hook', hookId)
  })
  return { workflowId, hookId, secret }
}

/** A call that was rejected for its values, with its body. */
export async function makeDelivery(ctx: Context, tenant: Tenant, hookId: string, body: string): Promise<string> {
  const { tenantId } = tenant
  const id = randomUUID()
  const sealed = await sealForTenant(ctx, tenantId, body, bodyAad(tenantId, id))
  await inTenant(ctx, { tenantId }, ({ db }) =>
    insertDelivery(db, tenantId, {
      id,
      hookId,
      state: 'refused',
      reason: { code: 'wrong_value', message: 'people must be a number, not “many”.' },
      tookMs: 4,
      bytes: body.length,
      body: sealed,
    }),
  )
  return id
}

export const hookOf = (ctx: Context, { tenantId }: Tenant, hookId: string) =>
  inTenant(ctx, { tenantId }, ({ db }) => findHook(db, tenantId, hookId))

const CALL = { supplier: { name: 'Quayside Paper' }, total: { people: 3 } }

export function hookSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const one = async (body?: Record<string, unknown>): Promise<Sample> => {
    const { workflowId, hookId } = await makeHook(ctx, ours)
    return { params: { workflowId, hookId }, ...(body && { body }) }
  }
  const delivery = async (): Promise<Sample> => {
    const { workflowId, hookId } = await makeHook(ctx, ours)
    return { params: { workflowId, hookId, deliveryId: await makeDelivery(ctx, ours, hookId, JSON.stringify(CALL)) } }
  }
  const settings = () => ({
    name: unique('Webhook'),
    style: 'standard',
    repeat_by: 'id',
    mapping: { company: '$.supplier.name' },
    fixed_values: { people: 3 },
  })
  const path = '/v1/workflows/:workflowId/hooks/'
  return {
    [`POST ${path}`]: async () => ({
      params: { workflowId: await makeWorkflow(ctx, ours, INTAKE_WORKFLOW) },
      body: { ...settings(), secret: newSecret() },
    }),
    [`GET ${path}:hookId/`]: () => one(),
    [`PUT ${path}:hookId/`]: () => one({ ...settings(), version: 1 }),
    [`DELETE ${path}:hookId/`]: () => one(),
    [`POST ${path}:hookId/pause/`]: () => one({ paused: true }),
    [`POST ${path}:hookId/secret/`]: () => one({ secret: newSecret() }),
    [`GET ${path}:hookId/deliveries/`]: () => one(),
    [`GET ${path}:hookId/deliveries/:deliveryId/`]: delivery,
    [`POST ${path}:hookId/deliveries/:deliveryId/start/`]: delivery,
    [`POST ${path}:hookId/test/`]: () => one({ content: JSON.stringify(CALL) }),
  }
}
