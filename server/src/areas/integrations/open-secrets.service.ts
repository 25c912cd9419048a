import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { openForTenant } from '../../core/keys/tenant-key.ts'
import { Secret } from '../../core/secret.ts'
import { secretAad } from './secret-aad.ts'
import { noteSecretUse, sealedSecrets } from './secrets.queries.ts'

export interface OpenedSecret {
  name: string
  /** It may be sent to these and to no others. */
  hosts: readonly string[]
  value: Secret<string>
}

export type OpenSecrets = (tenantId: TenantId, names: readonly string[]) => Promise<OpenedSecret[]>

/** Those of the names that there are. Only the worker's role may read what this needs. */
export const createOpenSecrets =
  (ctx: Context): OpenSecrets =>
  async (tenantId, names) => {
    const rows = await inTenant(ctx, { tenantId }, async ({ db }) => {
      const found = await sealedSecrets(db, tenantId, names)
      await noteSecretUse(
        db,
        tenantId,
        found.map(({ id }) => id),
      )
      return found
    })
    return Promise.all(
      rows.map(async ({ id, name, hosts, sealed }) => {
        const value = await openForTenant(ctx, tenantId, sealed, secretAad(tenantId, id))
        return { name, hosts, value: new Secret(value.toString('utf8')) }
      }),
    )
  }
