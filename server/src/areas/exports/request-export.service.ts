import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { conflict } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { texts } from './export-texts.ts'
import { countRunning, insertExport } from './exports.queries.ts'
import { exportOnWire } from './exports.service.ts'
import type { ListExport } from './list-export.ts'

/** As many as a person may have under way. */
const MAX_RUNNING = 4

/** Has a list written to a file by a job. `filter` as it was sent: the job reads it by the list's own schema. */
export const requestExport = <Filter, Row>(
  ctx: Context,
  viewer: Viewer,
  { name }: ListExport<Filter, Row>,
  filter: unknown,
) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    if ((await countRunning(db, tenantId, viewer.memberId)) >= MAX_RUNNING)
      throw conflict('exports_running', texts.tooMany(MAX_RUNNING))
    const row = await insertExport(db, tenantId, viewer.memberId, name, filter ?? {})
    tx.audit({ act: `${name}.exported`, kind: 'organization', id: tenantId, data: {} })
    tx.start(row.id, {
      workflow: 'writeExport',
      workflowId: `export:${tenantId}:${row.id}`,
      args: { tenantId, exportId: row.id },
    })
    return exportOnWire(row)
  })
