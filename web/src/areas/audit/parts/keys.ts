import type { AuditEntry } from '@throughline/contracts/audit'

/** Rows have no id before they are sealed; what they say tells them apart, also while that happens. */
export const keyOf = (entry: AuditEntry | undefined) =>
  entry ? [entry.at, entry.act, entry.entity_id, entry.request_id].join(' ') : ''
