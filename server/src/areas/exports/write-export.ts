import { MemberId, TenantId } from '@throughline/contracts/ids'
import { isAdminRole } from '@throughline/contracts/permissions'
import type { Context } from '../../core/context.ts'
import { csvStream } from '../../core/csv/csv-stream.ts'
import { inTenant, readTenantOnce } from '../../core/db/in-tenant.ts'
import type { Scope } from '../../core/db/tenant-tx.ts'
import { AppError } from '../../core/errors.ts'
import { permissionsOf } from '../../core/http/session.ts'
import { type ActingMember, may } from '../../core/http/viewer.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { texts } from './export-texts.ts'
import { endExport, findExport, findMemberWithRole } from './exports.queries.ts'
import { findRegistered, type RegisteredExport, requireRegistered } from './list-export.ts'

export interface ExportParts {
  ctx: Context
  storage: Storage
}

export interface ExportRef {
  tenantId: string
  exportId: string
}

/** Why there can be no file, in words for the person: trying again would change nothing. */
class ExportProblem extends Error {}

/** As a session would know them now; a person who may no longer read the list gets nothing of it. */
async function memberNow(
  ctx: Context,
  { tenantId }: Scope,
  memberId: MemberId,
  { permission }: RegisteredExport,
): Promise<ActingMember> {
  const found = await readTenantOnce(ctx, { tenantId }, ({ db }) => findMemberWithRole(db, tenantId, memberId))
  const permissions = new Set(found ? permissionsOf(found) : [])
  if (!found || !may({ permissions }, permission)) throw new ExportProblem(texts.noAccess)
  return {
    tenantId,
    memberId,
    permissions,
    user: { is_admin: isAdminRole(found.role_name), username: found.username ?? '' },
  }
}

async function* counted<Row>(rows: AsyncIterable<Row>, most: number, total: { rows: number }): AsyncGenerator<Row> {
  for await (const row of rows) {
    total.rows += 1
    if (total.rows > most) throw new ExportProblem(texts.tooManyRows(most))
    yield row
  }
}

/**
 * Writes the file and tells the person. A repeat after a crash writes the same object again; only the first attempt to
 * finish sends the message.
 */
export async function writeExport({ ctx, storage }: ExportParts, { tenantId, exportId }: ExportRef): Promise<void> {
  const scope = { tenantId: TenantId.parse(tenantId) }
  const row = await readTenantOnce(ctx, scope, ({ db }) => findExport(db, tenantId, exportId))
  if (row?.state !== 'preparing') return
  const list = requireRegistered(row.list)
  const memberId = MemberId.parse(row.member_id)
  const total = { rows: 0 }
  const asMember = () => memberNow(ctx, scope, memberId, list)
  const rows = list.rows(ctx, asMember, row.filter)
  try {
    const columns = await list.columns(ctx, await asMember(), row.filter)
    const content = csvStream(columns, counted(rows, ctx.config.EXPORT_MAX_ROWS, total))
    await storage.exports.put({ ...scope, id: exportId }, content)
  } catch (error) {
    if (error instanceof ExportProblem) return await failExport({ ctx, storage }, { tenantId, exportId }, error.message)
    // What it was to read is gone, or no longer theirs to see.
    if (error instanceof AppError && error.status === 404)
      return await failExport({ ctx, storage }, { tenantId, exportId }, texts.noAccess)
    throw error
  }
  await inTenant(ctx, scope, async (tx) => {
    const ended = await endExport(tx.db, tenantId, exportId, { state: 'ready', row_count: total.rows })
    if (!ended) return
    const to = [ended.member_id]
    tx.emit({ type: 'export.ready', kind: 'export', id: exportId, to })
    tx.notify({
      type: 'export_ready',
      because: 'requester',
      name: list.title,
      text: texts.ready(total.rows),
      to,
      about: { export: exportId },
    })
  })
}

/** Ends an export without a file, and says so to the person. */
export async function failExport(
  { ctx, storage }: ExportParts,
  { tenantId, exportId }: ExportRef,
  problem: string = texts.broken,
): Promise<void> {
  const scope = { tenantId: TenantId.parse(tenantId) }
  const isFailed = await inTenant(ctx, scope, async (tx) => {
    const ended = await endExport(tx.db, tenantId, exportId, { state: 'failed', problem })
    if (!ended) return false
    const to = [ended.member_id]
    const name = findRegistered(ended.list)?.title ?? ended.list
    tx.emit({ type: 'export.failed', kind: 'export', id: exportId, to })
    tx.notify({ type: 'export_failed', because: 'requester', name, text: problem, to, about: { export: exportId } })
    return true
  })
  if (isFailed) await storage.exports.remove({ ...scope, id: exportId })
}
