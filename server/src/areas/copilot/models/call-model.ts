import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { Egress } from '../../../core/egress/egress.ts'
import { openForTenant } from '../../../core/keys/tenant-key.ts'
import { Secret } from '../../../core/secret.ts'
import { createMask } from '../../integrations/integrations.public.ts'
import type { AskModelActivities } from './ask-model.activities.ts'
import { complete } from './chat-completions.ts'
import { modelAad } from './model-aad.ts'
import { type CallNote, noteModelCall, sealedModel } from './models.queries.ts'

/** What a model may take to answer. */
export const MODEL_TIMEOUT = 45_000

/** Opens a model's key, asks it, and keeps how that went. Only the worker's role may read what this needs. */
export function createCallModel(ctx: Context, egress: Egress): AskModelActivities['callModel'] {
  async function note(tenantId: TenantId, id: string, kept: CallNote): Promise<void> {
    try {
      await inTenant(ctx, { tenantId }, ({ db }) => noteModelCall(db, tenantId, id, kept))
    } catch (error) {
      // The model answered: somebody waits for what it said.
      ctx.log.warn({ err: error, model: id }, 'a call of a model was not noted')
    }
  }

  return async ({ tenantId: given, modelId, question }) => {
    const tenantId = TenantId.parse(given)
    const stored = await readTenant(ctx, { tenantId }, ({ db }) => sealedModel(db, tenantId, modelId))
    if (!stored) return { ok: false, problem: 'The model was disconnected.' }
    if (stored.busy_until && stored.busy_until.getTime() > Date.now())
      return { ok: false, problem: 'The model is busy. Its server asked to wait a little longer.' }
    const key = new Secret(
      (await openForTenant(ctx, tenantId, stored.sealed, modelAad(tenantId, modelId))).toString('utf8'),
    )
    const began = Date.now()
    const answer = await complete(egress, { name: stored.name, address: stored.address, key }, question)
    const took = Date.now() - began
    const busy = answer.ok ? undefined : answer.busySeconds
    const busyUntil = busy === undefined ? null : new Date(Date.now() + busy * 1000)
    await note(tenantId, modelId, { took, problem: answer.ok ? null : answer.problem, busyUntil })
    return answer.ok
      ? { ok: true, content: createMask([key.reveal()]).text(answer.content), took, tokens: answer.tokens }
      : { ok: false, problem: answer.problem }
  }
}
