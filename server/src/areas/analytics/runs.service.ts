import type { listRuns } from '@throughline/contracts/analytics'
import type { Made, Query } from '@throughline/contracts/endpoint'
import type { Context } from '../../core/context.ts'
import { cursorsOf } from '../../core/db/cursor.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { boundsOf, instanceKey } from '../instances/instances.public.ts'
import { visibleTo } from '../workflows/workflows.public.ts'
import { namesOfSteps } from './overview.queries.ts'
import { periodOf } from './period.service.ts'
import { findRuns, type RunRow } from './runs.queries.ts'

export const instanceOfRun = (row: RunRow) => ({
  id: row.instance_id,
  key: instanceKey(row),
  name: row.instance_name,
})

export const runsPage = (ctx: Context, viewer: Viewer, asked: Query<typeof listRuns>): Promise<Made<typeof listRuns>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const { cursor, limit, days, as_of, workflow, type, ...rest } = asked
    const cursors = cursorsOf(ctx, tenantId, 'runs', { days, as_of, workflow, type, ...rest })
    const { timeZone, asOf, from, to } = await periodOf(tx, 'month')
    const filter = {
      ...rest,
      ...boundsOf(days ?? { from, to }, timeZone),
      asOf: as_of ? new Date(as_of) : asOf,
      workflowId: workflow,
      kinds: type,
    }
    const page = { limit: limit + 1, after: cursors.decode(cursor) }
    const found = await findRuns(db, tenantId, await visibleTo(tx, viewer), filter, page)
    const rows = found.slice(0, limit)
    const names = await namesOfSteps(db, tenantId, rows)
    const last = found.length > limit ? rows.at(-1) : undefined
    return {
      data: rows.map((row) => ({
        instance: instanceOfRun(row),
        workflow: { id: row.workflow_id, name: row.workflow_name },
        step: row.step,
        name: names.get(`${row.workflow_id} ${row.step}`) ?? row.step,
        round: row.round,
        task_id: row.task_id,
        opened_at: row.opened_at.toISOString(),
        closed_at: row.closed_at?.toISOString() ?? null,
        duration_s: row.duration_s,
        issue: row.issue,
      })),
      pagination: {
        next_cursor: last ? cursors.encode([last.moment, last.instance_id, last.step, String(last.round)]) : null,
      },
    }
  })
