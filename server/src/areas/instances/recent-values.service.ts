import type { Made, Query } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { listRecentValues } from '@throughline/contracts/recent-values'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { openWorkflow } from '../workflows/workflows.public.ts'
import { filesGiven } from './answers.queries.ts'
import { calendarOf } from './engine/load-running.ts'
import { PRIORITIES } from './engine/running.ts'
import { findRecentValues, findWorkingTime, type RecentRow } from './recent-values.queries.ts'
import { idsIn } from './values.ts'
import { instanceKey, peopleOf } from './wire.service.ts'

const Variables = z.record(z.string(), z.json())
type Held = RecentRow & { values: z.infer<typeof Variables> }

/** More names than anybody reads in a preview. */
const MAX_NAMED = 500

const wireOf = (row: Held) => ({
  id: row.id,
  key: instanceKey(row),
  name: row.name,
  reached: row.reached,
  values: row.values,
  too_long: row.too_long,
  instance: {
    priority: PRIORITIES[row.priority] ?? 'medium',
    starter: row.started_by,
    started: (row.started_at ?? row.created_at).getTime(),
    ...(row.due_date && { due: row.due_sort.getTime() }),
  },
})

/** People and files that the values name. The files are those of the instances shown. */
async function calledIn(tx: ReadTx, rows: readonly Held[]): Promise<Record<string, string>> {
  const ids = [...new Set(rows.flatMap(({ values }) => idsIn(values)))].slice(0, MAX_NAMED)
  const people = await peopleOf(tx, ids)
  const instances = rows.map(({ id }) => id)
  const files = await filesGiven(tx.db, tx.tenantId, instances, ids)
  return Object.fromEntries([...files, ...people.values()].map(({ id, name }) => [id, name]))
}

export const recentValues = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
  query: Query<typeof listRecentValues>,
): Promise<Made<typeof listRecentValues>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const { visible } = await openWorkflow(tx, viewer, workflowId)
    const found = await findRecentValues(db, tenantId, { workflowId, ...query }, visible)
    const rows = found.map((row) => ({ ...row, values: z.parse(Variables, row.variables) }))
    return {
      data: rows.map(wireOf),
      called: await calledIn(tx, rows),
      calendar: calendarOf(await findWorkingTime(db, tenantId)),
    }
  })
