import { outsideWorkOf } from '@throughline/flow/run/outside-work'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict } from '../../../core/errors.ts'
import { childKeyOf } from './address.ts'
import { isOver } from './instance.queries.ts'
import { loadRunning } from './load-running.ts'
import { lockInstance } from './lock-instance.ts'
import { playTurn } from './play-turn.ts'
import { openChildren, parentOf } from './sync.queries.ts'
import { endOf } from './sync.ts'
import { orRecordedTurnError } from './turn-error.ts'

/**
 * A parent that still waits for a child that is purged goes on with its end, in the same transaction, or it would be
 * started again. The parent is held first. If its turn throws, nothing is purged yet.
 */
async function endInParent(tx: TenantTx, childId: string): Promise<void> {
  const child = await parentOf(tx.db, tx.tenantId, childId)
  if (!child) return
  const parent = await lockInstance(tx, child.parent_id)
  if (!parent || isOver(parent)) return
  const events = await orRecordedTurnError(tx, parent.id, async () => {
    const { plan, state } = await loadRunning(tx, parent)
    const call = outsideWorkOf(plan, state).children.find((one) => childKeyOf(parent, one) === child.source_key)
    return call ? endOf(call, child) : []
  })
  if (events.length > 0) await playTurn(tx, parent, events)
}

/** Before an instance is purged, and before anything of it is locked. */
export async function preparePurge(tx: TenantTx, instanceId: string): Promise<void> {
  await endInParent(tx, instanceId)
  // Afterwards nobody would know which they are.
  if ((await openChildren(tx.db, tx.tenantId, instanceId)).length > 0)
    throw conflict('stopping', 'Work started by this instance is still being stopped. Try again in a few minutes.')
}
