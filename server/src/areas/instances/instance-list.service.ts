import type { Made, Query } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { listInstances, listWorkflowInstances } from '@throughline/contracts/instances'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { cursorsOf } from '../../core/db/cursor.ts'
import { foldWord } from '../../core/db/fold-word.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { invalid } from '../../core/errors.ts'
import type { ActingMember, Viewer } from '../../core/http/viewer.ts'
import { type Visibility, visibleTo } from '../workflows/workflows.public.ts'
import { countedFilterOf, isLate } from './counted-filter.ts'
import { versionOf } from './engine/version.ts'
import { countStates, type InstanceFilter, MAX_SCANNED, scanInstances, scanKeys } from './instance-list.queries.ts'
import type { InstancePosition } from './instance-order.ts'
import { rowsOnWire } from './instance-wire.ts'
import { startableWorkflow } from './startable.ts'
import { closedLast, sourcesIn, wasReached } from './step-paths.ts'

const SORT = 'instances'
const MAX_COUNTED = 1_000
const KEY = /^(\S+)-(\d{1,6})$/

type InstanceListQuery = Query<typeof listInstances>

interface InstanceScan {
  ids: string[]
  /** Where the next page begins; undefined at the end of the list. */
  end: InstancePosition | undefined
}

/** Steps from which a join is reached; the version says which those are. */
async function sourcesOf({ db, tenantId }: ReadTx, { workflow, version, step }: CountedQuery): Promise<string[]> {
  if (!workflow || !version)
    throw invalid('Choose a workflow and a version', [{ path: 'last', message: 'needs workflow and version' }])
  const { doc } = await versionOf(db, tenantId, workflow, version)
  return sourcesIn(doc, step ?? '')
}

type CountedQuery = Pick<
  InstanceListQuery,
  'workflow' | 'version' | 'step' | 'again' | 'last' | 'client_id' | 'late_first'
>

/** What figures open beside states and dates. */
async function moreConditions(tx: ReadTx, asked: CountedQuery, asOf: Date): Promise<RawBuilder<boolean>[]> {
  const { tenantId } = tx
  const { step, version, late_first } = asked
  return [
    ...(version ? [sql<boolean>`i.workflow_version = ${version}`] : []),
    ...(asked.client_id === 'any' ? [sql<boolean>`i.client_id is not null`] : []),
    ...(late_first ? [isLate('i', 'due_first', late_first, asOf)] : []),
    ...(step ? [wasReached(tenantId, step, asked.again ? 2 : 1)] : []),
    ...(asked.last ? [closedLast(tenantId, await sourcesOf(tx, asked), asked.last)] : []),
  ]
}

async function scanFor(
  { db, tenantId }: ReadTx,
  viewer: ActingMember,
  asked: Omit<InstanceListQuery, 'cursor' | 'limit'>,
  visible: Visibility,
  { after, limit }: { after: InstancePosition | undefined; limit: number },
): Promise<InstanceScan> {
  const word = asked.search || undefined
  const [, prefix, digits] = KEY.exec(word ?? '') ?? []
  const byKey = prefix !== undefined && digits !== undefined
  const counted = await countedFilterOf(db, tenantId, asked)
  const hasEnded = counted?.ended !== undefined && counted.ended !== 'no'
  const wanted: InstanceFilter = {
    sort: asked.trash ? 'trash' : asked.sort,
    statuses: asked.status?.length ? [...new Set(asked.status)] : hasEnded ? ['completed'] : undefined,
    workflowId: asked.workflow,
    clientId: asked.client_id === 'any' ? undefined : asked.client_id,
    counted,
    more: await moreConditions({ db, tenantId }, asked, counted?.asOf ?? new Date()),
    startedBy: asked.started_by && viewer.memberId,
    word: word && !byKey ? await foldWord(db, word) : undefined,
  }
  if (byKey) {
    const key = { prefix, digits: Number(digits) }
    return { ids: await scanKeys(db, tenantId, key, wanted, visible, limit), end: undefined }
  }
  const { found, end } = await scanInstances(db, tenantId, wanted, visible, after, limit)
  return { ids: found.map(({ id }) => id), end }
}

async function pageFor(ctx: Context, tx: ReadTx, viewer: ActingMember, asked: InstanceListQuery, visible: Visibility) {
  const { cursor, limit, search, ...filter } = asked
  const cursors = cursorsOf(ctx, tx.tenantId, SORT, { ...filter, word: search || undefined })
  const { ids, end } = await scanFor(tx, viewer, asked, visible, { after: cursors.decodePosition(cursor), limit })
  return {
    data: await rowsOnWire(tx, viewer, ids),
    pagination: { next_cursor: end ? cursors.encode([end.key, end.id]) : null },
  }
}

export const instancesPage = (
  ctx: Context,
  viewer: ActingMember,
  asked: InstanceListQuery,
): Promise<Made<typeof listInstances>> =>
  readTenant(ctx, viewer, async (tx) => pageFor(ctx, tx, viewer, asked, await visibleTo(tx, viewer)))

/** How many the same list has, counted no further than just beyond `most`. */
export async function countInstances(
  ctx: Context,
  viewer: ActingMember,
  asked: Omit<InstanceListQuery, 'cursor' | 'limit'>,
  most: number,
): Promise<number> {
  let count = 0
  let after: InstancePosition | undefined
  do {
    const from = after
    const { ids, end } = await readTenant(ctx, viewer, async (tx) =>
      scanFor(tx, viewer, asked, await visibleTo(tx, viewer), { after: from, limit: MAX_SCANNED }),
    )
    count += ids.length
    after = end
  } while (after && count <= most)
  return count
}

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
