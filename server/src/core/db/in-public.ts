import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../context.ts'
import { execute } from './statement.ts'

/** The door for visitors: finds whose published form, website or webhook an address is, and nothing else. */
export async function findPublicTenant(
  ctx: Context,
  kind: 'form' | 'website' | 'hook',
  publicId: string,
): Promise<TenantId | undefined> {
  const found = await execute<{ tenant_id: string }>(
    ctx.pools.public,
    'select tenant_id from auth.tenant_of_public($1, $2)',
    [kind, publicId],
  )
  const row = found.rows[0]
  return row ? TenantId.parse(row.tenant_id) : undefined
}
