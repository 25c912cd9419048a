import type { Made, Query } from '@throughline/contracts/endpoint'
import { CODES } from '@throughline/contracts/errors'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { listInstances, listWorkflowInstances } from '@throughline/contracts/instances'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { decodeCursor, encodeCursor } from '../../core/db/cursor.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { type Visibility, visibleTo } from '../workflows/visibility.service.ts'
import { countStates, foldWord, scanInstances, scanKeys, type Wanted } from './instance-list.queries.ts'
import type { Place, Sort } from './instance-order.ts'
import { rowsOnWire } from './instance-wire.ts'
import { startableWorkflow } from './startable.ts'

const SORT = 'instances'
const MOST_COUNTED = 1_000
const KEY = /^(\S+)-(\d{1,6})$/
const Instant = z.iso.datetime()
const StatePlace = z.string().check(z.regex(/^[0-4]$/))

type Reading = Pick<TenantTx, 'db' | 'tenantId'>
type Asked = Query<typeof listInstances>

function placeOf(cursor: string | undefined, filter: object, sort: Sort): Place | undefined {
  const keys = decodeCursor(cursor, SORT, filter, 2)
  if (!keys) return undefined
  const [key = '', id = ''] = keys
  const shape = sort === 'trash' ? Instant : sort === 'status' ? StatePlace : z.string()
  if (!z.safeParse(shape, key).success) {
    throw new AppError(400, CODES.invalidCursor, 'This page no longer exists. Load the list again.')
  }
  return { key, id }
}

async function pageFor(tx: Reading, viewer: Viewer, asked: Asked, visible: Visibility) {
  const { db, tenantId } = tx
  const { cursor, limit, search, ...filter } = asked
  const word = search || undefined
  const sort = asked.trash ? 'trash' : asked.sort
  const after = placeOf(cursor, { ...filter, word }, sort)
  const [, prefix, digits] = KEY.exec(word ?? '') ?? []
  const byKey = prefix !== undefined && digits !== undefined
  const wanted: Wanted = {
    sort,
    statuses: asked.status?.length ? [...new Set(asked.status)] : undefined,
    workflowId: asked.workflow,
    clientId: asked.client_id,
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
      next_cursor: page.end ? encodeCursor(SORT, { ...filter, word }, [page.end.key, page.end.id]) : null,
    },
  }
}

export const instancesPage = (ctx: Context, viewer: Viewer, asked: Asked): Promise<Made<typeof listInstances>> =>
  readTenant(ctx, viewer, async (tx) => pageFor(tx, viewer, asked, await visibleTo(tx, viewer)))

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
    const counts = await countStates(tx.db, tx.tenantId, workflow, visible, MOST_COUNTED)
    const n = (status: Parameters<typeof counts.get>[0]) => counts.get(status) ?? 0
    const all = [...counts.values()].reduce((sum, one) => sum + one, 0)
    return {
      ...(await pageFor(tx, viewer, { ...asked, workflow }, visible)),
      counts: {
        all: Math.min(all, MOST_COUNTED),
        pending: n('pending'),
        in_progress: n('in_progress'),
        completed: n('completed'),
        failed: n('failed'),
      },
    }
  })
