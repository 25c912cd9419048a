import { inTenant } from '../../core/db/in-tenant.ts'
import type { Reseal } from '../../core/keys/rotate-keys.ts'
import { openForTenant, sealForTenant } from '../../core/keys/tenant-key.ts'
import { secretAad } from './secret-aad.ts'
import { lockSealedBefore, resealSecret } from './secrets.queries.ts'

const BATCH = 100

/** Seals a batch of secrets anew with the newest data key; those who replace one meanwhile wait for it. */
export const resealSecrets: Reseal = (ctx, scope, newestKeyNo) =>
  inTenant(ctx, scope, async ({ db, tenantId }) => {
    const rows = await lockSealedBefore(db, tenantId, newestKeyNo, BATCH)
    for (const { id, sealed } of rows) {
      const aad = secretAad(tenantId, id)
      const value = (await openForTenant(ctx, tenantId, sealed, aad)).toString('utf8')
      // Which key is the newest may have changed since this process last asked.
      const anew = await sealForTenant(ctx, tenantId, value, aad, newestKeyNo)
      await resealSecret(db, tenantId, id, { sealed: anew.sealed, key_no: newestKeyNo })
    }
    return rows.length
  })
