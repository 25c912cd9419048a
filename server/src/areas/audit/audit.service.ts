import { type listAudit, VERIFY_STEP } from '@throughline/contracts/audit'
import type { Made, Query } from '@throughline/contracts/endpoint'
import { auditData } from '../../core/audit/audit-data.ts'
import { verifyStep } from '../../core/audit/verify-step.ts'
import type { Context } from '../../core/context.ts'
import { cursorsOf } from '../../core/db/cursor.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { photoUrl } from '../org/org.public.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { type AuditFilter, type AuditPosition, type EntryRow, scanAudit } from './audit.queries.ts'
import { withNames } from './audit-names.ts'
import { mayKnow } from './audit-visibility.ts'

const SORT = 'audit.at'

type Entry = Made<typeof listAudit>[number]

const entryOf = (tenantId: string, row: EntryRow): Entry => ({
  seq: row.seq,
  at: row.at,
  actor: row.actor_id
    ? {
        id: row.actor_id,
        name: row.actor_name ?? '',
        photo: photoUrl(tenantId, row.actor_id, row.actor_photo),
      }
    : null,
  act: row.act,
  entity_kind: row.entity_kind,
  entity_id: row.entity_id,
  entity_name: row.known ? row.entity_name : null,
  data: row.data,
  hidden: !row.known,
  request_id: row.request_id,
  address: row.address,
  device: row.device,
  hash: row.hash?.toString('hex') ?? null,
})

export interface EntryPage {
  data: Entry[]
  next: AuditPosition | undefined
}

/** Who did what and when is shown of every row; the rest only of what the reader may see. May be short: where several filters meet, a page ends with the rows it may look at. */
export async function entriesAfter(
  ctx: Context,
  viewer: Viewer,
  filter: AuditFilter,
  after: AuditPosition | undefined,
  limit: number,
): Promise<EntryPage> {
  const { shown, scanned } = await readTenant(ctx, viewer, async (tx) => {
    const known = mayKnow(await visibleTo(tx, viewer), tx.tenantId, viewer.memberId)
    const page = await scanAudit(tx.db, tx.tenantId, filter, after, limit, known)
    const rows = page.rows
      .slice(0, limit)
      .map((row) => ({ ...row, data: row.known ? auditData(row.act, row.data) : {} }))
    return { shown: await withNames(tx, rows), scanned: page }
  })
  const end = shown.at(-1)
  const full = scanned.rows.length > limit && end ? { at: end.at, tied: end.tie + 1 } : undefined
  return {
    data: shown.map((row) => entryOf(viewer.tenantId, row)),
    next: full ?? (scanned.ended ? undefined : scanned.last),
  }
}

export const filterOf = ({ actor_id, act, address, from, to }: AuditFilter): AuditFilter => ({
  actor_id,
  act,
  address,
  from,
  to,
})

export async function auditPage(ctx: Context, viewer: Viewer, query: Query<typeof listAudit>) {
  const filter = filterOf(query)
  const cursors = cursorsOf(ctx, viewer.tenantId, SORT, filter)
  const [at, tied] = cursors.decode(query.cursor) ?? []
  const after = at === undefined ? undefined : { at, tied: Number(tied) }
  const { data, next } = await entriesAfter(ctx, viewer, filter, after, query.limit)
  return { data, next: next && cursors.encode([next.at, String(next.tied)]) }
}

const inHex = (hash: Buffer | null) => hash?.toString('hex') ?? null

export async function verifyAuditStep(ctx: Context, storage: Storage, viewer: Viewer, after: number) {
  const { broken, signedHead, ...told } = await verifyStep(ctx, viewer, storage.records, { after, step: VERIFY_STEP })
  return {
    ...told,
    broken: broken && {
      seq: broken.seq,
      reason: broken.reason,
      expected_hash: inHex(broken.expected),
      found_hash: inHex(broken.found),
    },
    signed_head: signedHead,
  }
}
