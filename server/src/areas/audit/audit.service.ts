import { type listAudit, VERIFY_STEP } from '@throughline/contracts/audit'
import type { Made, Query } from '@throughline/contracts/endpoint'
import { sql } from 'kysely'
import { auditData } from '../../core/audit/audit-data.ts'
import { verifiedOnWire, verifyStep } from '../../core/audit/verify-step.ts'
import type { Context } from '../../core/context.ts'
import { cursorsOf } from '../../core/db/cursor.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { JsonObject, JsonValue } from '../../core/db/schema.gen.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { photoUrl } from '../org/org.public.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { type AuditFilter, type AuditPosition, type EntryRow, scanAudit } from './audit.queries.ts'
import { mayKnow } from './audit-visibility.ts'

const SORT = 'audit.at'

/** Where rows name members and teams by their ids. */
const NAMING = new Set(['to', 'assigned_to', 'reviewer', 'members', 'teams'])
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isId = (value: unknown): value is string => typeof value === 'string' && ID.test(value)
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy in which each of these ids is replaced by what `name` makes of it. */
function replaceIds(data: JsonObject, name: (id: string) => string): JsonObject {
  const replaced = (key: string, value: JsonValue | undefined): JsonValue | undefined => {
    if (key === 'before' || key === 'after') return isObject(value) ? replaceIds(value, name) : value
    if (!NAMING.has(key)) return value
    if (Array.isArray(value)) return value.map((one) => (isId(one) ? name(one) : one))
    return isId(value) ? name(value) : value
  }
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, replaced(key, value)]))
}

/** With the names that members and teams have today. */
async function withNames({ db, tenantId }: ReadTx, rows: readonly EntryRow[]): Promise<EntryRow[]> {
  const ids = new Set<string>()
  for (const { data } of rows) {
    replaceIds(data, (id) => {
      ids.add(id)
      return id
    })
  }
  if (ids.size === 0) return [...rows]
  const found = await sql<{ id: string; name: string }>`
    select id, name from members where tenant_id = ${tenantId} and id = any (${[...ids]}::uuid[])
    union all select id, name from teams where tenant_id = ${tenantId} and id = any (${[...ids]}::uuid[])`.execute(db)
  const names = new Map(found.rows.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, data: replaceIds(row.data, (id) => names.get(id) ?? id) }))
}

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
  instance: row.known ? row.instance : null,
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

export const verifyAuditStep = async (ctx: Context, storage: Storage, viewer: Viewer, after: number) =>
  verifiedOnWire(await verifyStep(ctx, viewer, storage.records, { after, step: VERIFY_STEP }))
