import { AuditEntry } from '@throughline/contracts/audit'

const member = '0198f3a0-0000-7000-8000-000000000003'

export const entry = (differences: Partial<Record<keyof AuditEntry, unknown>> = {}): AuditEntry =>
  AuditEntry.parse({
    seq: 1,
    at: '2026-11-12T08:00:00Z',
    actor: { id: member, name: 'Maya Okafor', photo: null },
    act: 'member.role_changed',
    entity_kind: 'member',
    entity_id: member,
    entity_name: 'Lena Hartmann',
    instance: null,
    data: { before: { role: 'Member' }, after: { role: 'Manager' } },
    hidden: false,
    request_id: 'r1',
    address: '84.82.14.201',
    device: 'Chrome on macOS',
    hash: 'e79122591ea0d107ffff',
    ...differences,
  })

/** Rows 1 to `count`, the newest first. */
export const entries = (count: number): AuditEntry[] =>
  Array.from({ length: count }, (_, index) =>
    entry({ seq: count - index, at: new Date(Date.UTC(2026, 10, 12, 8, 0, count - index)).toISOString() }),
  )
