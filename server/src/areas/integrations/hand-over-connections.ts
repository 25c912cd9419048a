import { CONNECTION_LIMITS } from '@throughline/contracts/connections'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { truncate } from '../../core/truncate.ts'
import { type ConnectionRow, isNameTaken, lockConnectionsOf, putConnection } from './connections.queries.ts'
import { toolNameOf } from './connections.service.ts'

/** The name, or the first one with a number behind it that the new owner gave to no other connection of the tool. */
async function freeName({ db, tenantId }: TenantTx, { tool_id, name }: ConnectionRow, to: string): Promise<string> {
  let free = name
  for (let n = 2; await isNameTaken(db, tenantId, to, tool_id, free); n++) {
    const number = ` (${n})`
    free = truncate(name, CONNECTION_LIMITS.name - number.length) + number
  }
  return free
}

/** Steps go on calling by them, with the same secrets; from now on somebody else looks after them. */
export async function handOverConnections(tx: TenantTx, from: string, to: string): Promise<number> {
  const rows = await lockConnectionsOf(tx.db, tx.tenantId, from)
  for (const row of rows) {
    const { id, usable_by, signed_out_at, signed_out_text } = row
    const name = await freeName(tx, row, to)
    await putConnection(tx.db, tx.tenantId, id, { member_id: to, name })
    tx.emit({ type: 'connection.changed', kind: 'connection', id, ...(usable_by === 'owner' && { to: [from, to] }) })
    const data = { tool: toolNameOf(row), name, usable_by, from, to: { member: to } }
    tx.audit({ act: 'connection.handed_over', kind: 'connection', id, data })
    if (!signed_out_at) continue
    const about = { connection: id }
    const text = signed_out_text ?? ''
    tx.notify({ type: 'connection_signed_out', because: 'connected', name, text, to: [to], about })
  }
  return rows.length
}
