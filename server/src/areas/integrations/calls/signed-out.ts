import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { type GateRow, putGate } from './call-gate.queries.ts'

/** The workflow of a connection looks at its row: whom to tell, what to release, what to erase. */
export const pokeConnection = (tx: TenantTx, connectionId: string): void =>
  tx.poke(connectionId, {
    workflow: 'keepConnection',
    workflowId: `connection:${tx.tenantId}:${connectionId}`,
    args: { tenantId: tx.tenantId, connectionId },
  })

/** Of a connection that only its owner may use, nobody else hears. */
export const hearersOf = ({ usable_by, member_id }: Pick<GateRow, 'usable_by' | 'member_id'>) =>
  usable_by === 'owner' ? { to: [member_id] } : {}

/** From now on its calls are held; its owner hears of it at once, and once. */
export async function markSignedOut(tx: TenantTx, connectionId: string, gate: GateRow, problem: string): Promise<void> {
  if (gate.signed_out_at) return
  const { db, tenantId } = tx
  await putGate(db, tenantId, connectionId, {
    signed_out_at: gate.now,
    signed_out_text: problem,
    admins_told_at: null,
  })
  tx.emit({ type: 'connection.signed_out', kind: 'connection', id: connectionId, ...hearersOf(gate) })
  tx.notify({
    type: 'connection_signed_out',
    because: 'connected',
    name: gate.name,
    text: problem,
    to: [gate.member_id],
    about: { connection: connectionId },
  })
  pokeConnection(tx, connectionId)
}
