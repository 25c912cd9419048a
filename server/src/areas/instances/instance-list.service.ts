import type { Made, Query } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { listInstances, listWorkflowInstances } from '@throughline/contracts/instances'
import type { Context } from '../../core/context.ts'
import { cursorsOf } from '../../core/db/cursor.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { type Visibility, visibleTo } from '../workflows/workflows.public.ts'
import { countStates, foldWord, type InstanceFilter, scanInstances, scanKeys } from './instance-list.queries.ts'
import { rowsOnWire } from './instance-wire.ts'
import { startableWorkflow } from './startable.ts'

const SORT = 'instances'
const MAX_COUNTED = 1_000
const KEY = /^(\S+)-(\d{1,6})$/

type InstanceListQuery = Query<typeof listInstances>

async function pageFor(ctx: Context, tx: ReadTx, viewer: Viewer, asked: InstanceListQuery, visible: Visibility) {
  const { db, tenantId } = tx
  const { cursor, limit, search, ...filter } = asked
  const word = search || undefined
  const sort = asked.trash ? 'trash' : asked.sort
  const cursors = cursorsOf(ctx, tenantId, SORT, { ...filter, word })
  const after = cursors.decodePosition(cursor)
  const [, prefix, digits] = KEY.exec(word ?? '') ?? []
  const byKey = prefix !== undefined && digits !== undefined
  const wanted: InstanceFilter = {
    sort,
    statuses: asked.status?.length ? [...new Set(asked.status)] : undefined,
    workflowId: asked.workflow,
    clientId: asked.client_id,
    startedBy: asked.started_by && viewer.memberId,
    word: word && !byKey ? await foldWord(db, word) : undefined,
  }
  const page = byKey
    ? { ids: await scanKeys(db, tenantId, { prefix, digits: Number(digits) }, wanted, visible, limit), end: undefined }
    : await scanInstances(db, tenantId, wanted, visible, after, limit).then(({ found, end }) => ({
        ids: found.map(({ id }) => id),
        end,
      }))
  return {
    data: await rowsOnWire(tx, viewer, page.ids),
    pagination: {
      next_cursor: page.end ? cursors.encode([page.end.key, page.end.id]) : null,
    },
  }
}

export const instancesPage = (
  ctx: Context,
  viewer: Viewer,
  asked: InstanceListQuery,
): Promise<Made<typeof listInstances>> =>
  readTenant(ctx, viewer, async (tx) => pageFor(ctx, tx, viewer, asked, await visibleTo(tx, viewer)))

/** With how many there are in each state; those who may not see the workflow do not learn that it is there. */
export const workflowInstancesPage = (
  ctx: Context,
  viewer: Viewer,
  workflow: WorkflowId,
  asked: Query<typeof listWorkflowInstances>,
): Promise<Made<typeof listWorkflowInstances>> =>
  readTenant(ctx, viewer, async (tx) => {
    const visible = await visibleTo(tx, viewer)
    await startableWorkflow(tx, visible, workflow)
    const counts = await countStates(tx.db, tx.tenantId, workflow, visible, MAX_COUNTED)
    const n = (status: Parameters<typeof counts.get>[0]) => counts.get(status) ?? 0
    const all = [...counts.values()].reduce((sum, one) => sum + one, 0)
    return {
      ...(await pageFor(ctx, tx, viewer, { ...asked, workflow }, visible)),
      counts: {
        all: Math.min(all, MAX_COUNTED),
        pending: n('pending'),
        in_progress: n('in_progress'),
        completed: n('completed'),
        failed: n('failed'),
      },
    }
  })
