import type { State } from '@throughline/flow/run'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { workflowIdOf } from './address.ts'
import type { InstanceRow } from './instance.queries.ts'

/** An instance that another one started, once it has ended, comes back to it as a result. */
export function tellParent(tx: TenantTx, child: InstanceRow, { status, outcome }: State): void {
  const { parent_id, parent_step, parent_round, parent_item, source_key } = child
  if (!parent_id || parent_step === null || parent_round === null) return
  if (status !== 'completed' && status !== 'cancelled') return
  const attempt = Number(/:a(\d+)$/.exec(source_key)?.[1] ?? 1)
  tx.signal(parent_id, {
    workflowId: workflowIdOf(tx.tenantId, parent_id),
    signal: 'told',
    args: {
      event: {
        t: 'result',
        step: parent_step,
        round: parent_round,
        ...(parent_item >= 0 && { item: parent_item }),
        attempt,
        ok: status === 'completed',
        ...(outcome === 'rejected' && { outcome: 'rejected' }),
        ...(status === 'cancelled' && { code: 'cancelled' }),
      },
    },
  })
}
