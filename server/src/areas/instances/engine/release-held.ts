import { TenantId } from '@throughline/contracts/ids'
import { sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { pokeInstance } from './play-turn.ts'

const CHUNK_SIZE = 200

/** Has the oldest calls that are held by a connection made now; returns whether there may be more. */
export const releaseHeld = (ctx: Context, tenantId: string, connectionId: string): Promise<boolean> =>
  inTenant(ctx, { tenantId: TenantId.parse(tenantId) }, async (tx) => {
    // As if they were held since now: how long they waited for a person is no reason to ask less often.
    const { rows } = await sql<{ instance_id: string }>`
      with held as (select key from effects where tenant_id = ${tenantId} and integration_id = ${connectionId}
          and integration_id is not null and held_until is not null and held_until > clock_timestamp()
        order by created_at limit ${CHUNK_SIZE} for update)
      update effects e set held_since = clock_timestamp(), held_until = clock_timestamp() from held
      where e.tenant_id = ${tenantId} and e.key = held.key returning e.instance_id`.execute(tx.db)
    for (const id of new Set(rows.map(({ instance_id }) => instance_id))) await pokeInstance(tx, id)
    return rows.length === CHUNK_SIZE
  })
