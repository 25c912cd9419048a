import { wanted } from '@throughline/flow/run/wanted'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { childKeyOf } from './address.ts'
import { holdInstance } from './hold-instance.ts'
import { loadRunning } from './load-running.ts'
import { playTurn } from './play-turn.ts'
import { parentOf } from './sync.queries.ts'
import { endOf } from './sync.ts'
import { orKeptTurnError } from './turn-error.ts'

/**
 * Before a child is purged: a parent that still waits for it goes on with its end, in the same transaction, or it would
 * be started again. The parent is held first. If its turn throws, nothing is purged yet.
 */
export async function endInParent(tx: TenantTx, childId: string): Promise<void> {
  const child = await parentOf(tx.db, tx.tenantId, childId)
  if (!child) return
  const parent = await holdInstance(tx, child.parent_id)
  if (!parent || parent.status === 'completed' || parent.status === 'cancelled') return
  const events = await orKeptTurnError(tx, parent.id, async () => {
    const { plan, state } = await loadRunning(tx, parent)
    const call = wanted(plan, state).children.find((one) => childKeyOf(parent.id, one) === child.source_key)
    return call ? endOf(call, child) : []
  })
  if (events.length > 0) await playTurn(tx, parent, events)
}
