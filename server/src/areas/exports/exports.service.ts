import type { Export } from '@throughline/contracts/exports'
import { ExportState } from '@throughline/contracts/exports'
import type { ExportId } from '@throughline/contracts/ids'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { readTenantOnce } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { conflict, forbidden, notFound } from '../../core/errors.ts'
import { may, type Viewer } from '../../core/http/viewer.ts'
import { attachment } from '../../core/storage/file-name.ts'
import type { Storage } from '../../core/storage/storage.ts'
import { texts } from './export-texts.ts'
import { type ExportRow, ownExports } from './exports.queries.ts'
import { requireRegistered } from './list-export.ts'

type ExportWire = z.input<typeof Export>

export const exportOnWire = (row: ExportRow): ExportWire => ({
  id: row.id,
  file_name: `${row.list}-${row.created_at.toISOString().slice(0, 10)}.csv`,
  state: z.parse(ExportState, row.state),
  rows: row.row_count,
  problem: row.problem,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})

/** Of a person's own exports, as their messages show them, those that are still there. */
export const exportsAmong = async (tx: ReadTx, memberId: string, ids: readonly string[]): Promise<ExportWire[]> =>
  (await ownExports(tx.db, tx.tenantId, memberId, ids)).map(exportOnWire)

async function requireOwn(ctx: Context, viewer: Viewer, id: ExportId): Promise<ExportRow> {
  const [row] = await readTenantOnce(ctx, viewer, (tx) => ownExports(tx.db, tx.tenantId, viewer.memberId, [id]))
  if (!row) throw notFound('The export')
  return row
}

export const readExport = async (ctx: Context, viewer: Viewer, id: ExportId): Promise<ExportWire> =>
  exportOnWire(await requireOwn(ctx, viewer, id))

/** To the person who requested it alone, as long as they may read the list. */
export async function sendExport(ctx: Context, storage: Storage, viewer: Viewer, id: ExportId, reply: FastifyReply) {
  const row = await requireOwn(ctx, viewer, id)
  const { permission, columns } = requireRegistered(row.list)
  if (!may(viewer, permission)) throw forbidden()
  // A list of something that is hidden from them by now is no longer theirs to read: its columns are not to be had.
  await columns(ctx, viewer, row.filter)
  const { state, file_name } = exportOnWire(row)
  if (state !== 'ready') throw conflict('export_not_ready', state === 'failed' ? texts.failed : texts.notReady)
  const content = await storage.exports.read({ tenantId: viewer.tenantId, id: row.id })
  reply.type('text/csv; charset=utf-8')
  reply.headers({
    'content-disposition': attachment(file_name),
    'content-length': content.length,
    'cache-control': 'no-store',
  })
  return content.stream
}
