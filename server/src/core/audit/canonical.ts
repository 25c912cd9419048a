import { createHash } from 'node:crypto'

/** An audit row as it is hashed. Times and data are texts: converting them would lose digits that belong to the row. */
export interface AuditRow {
  tenant_id: string
  seq: number
  at: string
  actor_id: string | null
  act: string
  entity_kind: string
  entity_id: string | null
  data: string
  request_id: string
  address: string
  device: string
}

export type SealedRow = AuditRow & { prev_hash: Buffer; hash: Buffer }

/** Columns as `AuditRow` wants them, from `audit_pending` and `audit_log` alike. */
export const AUDIT_COLUMNS = `tenant_id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
  actor_id, act, entity_kind, entity_id, data::text as data, request_id, address, device`

/** What the first row of every chain follows. */
export const GENESIS = Buffer.alloc(32)

/** A list of texts and nulls in a fixed order has exactly one spelling in JSON. */
const canonical = (row: AuditRow) =>
  JSON.stringify([
    row.tenant_id,
    String(row.seq),
    row.at,
    row.actor_id,
    row.act,
    row.entity_kind,
    row.entity_id,
    row.data,
    row.request_id,
    row.address,
    row.device,
  ])

export const hashOf = (previous: Buffer, row: AuditRow) =>
  createHash('sha256').update(previous).update(canonical(row)).digest()
