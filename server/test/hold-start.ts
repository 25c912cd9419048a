import type { TenantId } from '@throughline/contracts/ids'
import { startOrHold } from '../src/areas/starts/start-or-hold.ts'
import { findTrigger } from '../src/areas/starts/triggers.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'

type Held = { triggerId: string; source: 'webhook' | 'mail'; n: number }

/** A start that finds no run left; answers the key by which it will be known. */
export async function holdStart(ctx: Context, tenantId: TenantId, { triggerId, source, n }: Held): Promise<string> {
  const key = `${triggerId}:${n}`
  const result = await inTenant(ctx, { tenantId }, async (tx) => {
    const trigger = await findTrigger(tx.db, tx.tenantId, triggerId)
    if (!trigger) throw new Error('no trigger')
    return startOrHold(tx, trigger, { source, key, name: `${source} ${n}`, given: { company: 'Quayside' } })
  })
  if (result.state !== 'held' || result.reason.code !== 'limit') throw new Error(`a start is ${result.state}`)
  return key
}
