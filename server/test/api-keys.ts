import { randomBytes } from 'node:crypto'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { hashToken } from '../src/core/http/session.ts'
import type { Sample } from './endpoint-samples.ts'
import type { Tenant } from './factories.ts'
import { INTAKE_WORKFLOW } from './forms.ts'
import { makeWorkflow } from './running-world.ts'
import { unique } from './someone.ts'
import type { World } from './world.ts'

export const newToken = () => `tlk_${randomBytes(32).toString('base64url')}`

interface KeySpec {
  workflowId?: string
  networks?: string[]
  endsAt?: Date
}

/** A key of the owner that may start one workflow, which asks for a company. */
export async function makeKey(ctx: Context, tenant: Tenant, spec: KeySpec = {}) {
  const { tenantId, ownerId } = tenant
  const workflowId = spec.workflowId ?? (await makeWorkflow(ctx, tenant, INTAKE_WORKFLOW))
  const token = newToken()
  const { id: keyId } = await inTenant(ctx, { tenantId }, ({ db }) =>
    db
      .insertInto('api_keys')
      .values({
        tenant_id: tenantId,
        name: 'ERP nightly',
        token_hash: hashToken(token),
        token_end: token.slice(-4),
        workflow_ids: [workflowId],
        networks: spec.networks ?? [],
        ends_at: spec.endsAt ?? null,
        created_by: ownerId,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return { workflowId, keyId, token }
}

export function apiKeySamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const path = '/v1/workflows/:workflowId/api-keys/'
  const workflow = async () => ({ params: { workflowId: await makeWorkflow(ctx, ours, INTAKE_WORKFLOW) } })
  return {
    [`GET ${path}`]: workflow,
    [`POST ${path}`]: async () => ({
      ...(await workflow()),
      body: { name: unique('Key'), token: newToken(), ends_in_days: 90, networks: ['203.0.113.0/24'] },
    }),
    [`DELETE ${path}:keyId/`]: async () => {
      const { workflowId, keyId } = await makeKey(ctx, ours)
      return { params: { workflowId, keyId } }
    },
  }
}
