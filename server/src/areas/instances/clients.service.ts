import type { Made, Query } from '@throughline/contracts/endpoint'
import type { listClients } from '@throughline/contracts/instances'
import type { Context } from '../../core/context.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { type ClientPosition, clientCandidates } from './client-list.queries.ts'

const CLIENTS = 'clients'
const BATCH_SIZE = 200
/** So many hidden ones in a row are passed over. Who looks for a name behind them types its beginning. */
const MAX_BATCHES = 10

/** A page ends with a customer that was shown, however many hidden ones follow. */
async function visibleClients(
  tx: ReadTx,
  viewer: Viewer,
  search: string | undefined,
  after: ClientPosition | undefined,
  wanted: number,
) {
  const visible = await visibleTo(tx, viewer)
  const found: { id: string; name: string; name_key: string }[] = []
  let from = after
  for (let batch = 0; batch < MAX_BATCHES && found.length < wanted; batch++) {
    const rows = await clientCandidates(tx.db, tx.tenantId, visible, { search, after: from }, BATCH_SIZE)
    found.push(...rows.filter(({ is_visible }) => is_visible))
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) break
    from = { key: last.name_key, id: last.id }
  }
  return found
}

/** Those of an instance or a file that the viewer sees. */
export const listedClients = (
  ctx: Context,
  viewer: Viewer,
  { cursor, limit, search }: Query<typeof listClients>,
): Promise<Made<typeof listClients>> =>
  readTenant(ctx, viewer, async (tx) => {
    const word = search || undefined
    const cursors = cursorsOf(ctx, tx.tenantId, CLIENTS, word ?? '')
    const rows = await visibleClients(tx, viewer, word, cursors.decodePosition(cursor), limit + 1)
    const { data, next } = pageOf(rows, limit, (row) => cursors.encode([row.name_key, row.id]))
    return { data, pagination: { next_cursor: next ?? null } }
  })
