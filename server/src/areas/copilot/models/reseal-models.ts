import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Reseal } from '../../../core/keys/rotate-keys.ts'
import { openForTenant, sealForTenant } from '../../../core/keys/tenant-key.ts'
import { modelAad } from './model-aad.ts'
import { lockModelsSealedBefore, resealModel } from './models.queries.ts'

const BATCH = 100

/** Seals the keys of models anew with the newest data key. */
export const resealModels: Reseal = (ctx, scope, newestKeyNo) =>
  inTenant(ctx, scope, async ({ db, tenantId }) => {
    const models = await lockModelsSealedBefore(db, tenantId, newestKeyNo, BATCH)
    for (const { id, sealed } of models) {
      const aad = modelAad(tenantId, id)
      const key = (await openForTenant(ctx, tenantId, sealed, aad)).toString('utf8')
      const anew = await sealForTenant(ctx, tenantId, key, aad, newestKeyNo)
      await resealModel(db, tenantId, id, anew.sealed, newestKeyNo)
    }
    return models.length
  })
