import {
  DOCUMENT_STATUSES,
  DocumentView,
  type groupDocuments,
  type listDocuments,
  NO_STEP,
} from '@throughline/contracts/documents'
import type { Made, Query } from '@throughline/contracts/endpoint'
import { sql } from 'kysely'
import type { Context } from '../../../core/context.ts'
import { cursorsOf } from '../../../core/db/cursor.ts'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { versionOf } from '../../instances/instances.public.ts'
import { stepsInOrder, type VisibilityScope, visibleTo } from '../../workflows/workflows.public.ts'
import { type DocumentWire, documentsOnWire } from '../document-wire.ts'
import { conditionsOf, type Entered, enter, enterBy, type Filter, ofStep } from './document-filter.ts'
import { countDocuments, isMoment, type Order, scanDocuments } from './document-scan.queries.ts'

/** A page, and the cursor of the next one where there may be more. */
export const documentsPage = (
  ctx: Context,
  viewer: Viewer,
  { cursor, limit, sort, order: way, trash, ...filter }: Query<typeof listDocuments>,
): Promise<{ data: DocumentWire[]; next: string | undefined }> =>
  readTenant(ctx, viewer, async (tx) => {
    const order: Order = trash ? 'trashed' : sort
    // Moments from the newest, words from A.
    const descending = way ? way === 'desc' : isMoment(order)
    const cursors = cursorsOf(ctx, tx.tenantId, `documents:${order}`, { ...filter, descending })
    const after = cursors.decodePosition(cursor)
    const entered = enter(await conditionsOf(tx, viewer, filter), order === 'updated')
    const { ids, next } = await scanDocuments(tx.db, tx.tenantId, { order, descending, entered, after, limit })
    return {
      data: await documentsOnWire(tx, ids),
      next: next && cursors.encode([next.key, next.id]),
    }
  })

const NONE = { count: 0, more: false }

function requireWorkflow({ workflow }: Filter): string {
  if (!workflow) throw invalid('Choose whose steps to list', [{ path: 'workflow', message: 'required' }])
  return workflow
}

interface Group {
  key: string
  name: string
  entered: Entered
}

const VIEWS = ['all', ...DocumentView.options] as const

/** Whatever else is asked for narrows each of them. */
async function groupsBy(
  tx: ReadTx,
  viewer: Viewer,
  { by, workflows = [], ...filter }: Query<typeof groupDocuments>,
): Promise<Group[]> {
  const narrowed = async (more: Filter) => enter(await conditionsOf(tx, viewer, { ...filter, ...more }), true)
  if (by === 'view')
    return Promise.all(
      VIEWS.map(async (key) => ({ key, name: key, entered: await narrowed(key === 'all' ? {} : { view: key }) })),
    )
  if (by === 'workflow')
    return Promise.all(workflows.map(async (id) => ({ key: id, name: id, entered: await narrowed({ workflow: id }) })))
  const conditions = await conditionsOf(tx, viewer, filter)
  if (by === 'status')
    return DOCUMENT_STATUSES.map((key) => ({
      key,
      name: key,
      entered: enterBy(conditions, { status: sql<boolean>`d.status = ${key}` }),
    }))
  const steps = await stepsOf(tx, viewer, requireWorkflow(filter))
  return [...steps, { id: NO_STEP, name: '' }].map(({ id, name }) => ({
    key: id,
    name,
    entered: enterBy(conditions, { step: ofStep(id) }),
  }))
}

export const groupsOf = (
  ctx: Context,
  viewer: Viewer,
  query: Query<typeof groupDocuments>,
): Promise<Made<typeof groupDocuments>> =>
  readTenant(ctx, viewer, async (tx) => {
    const groups = await groupsBy(tx, viewer, query)
    const counts = await countDocuments(
      tx.db,
      tx.tenantId,
      groups.map(({ key, entered }) => ({ key, ...entered })),
    )
    return { data: groups.map(({ key, name }) => ({ key, name, ...(counts.get(key) ?? NONE) })) }
  })

/** Steps in which somebody can attach something, each step's first way on first; what nothing leads to comes last. */
async function stepsOf(
  tx: ReadTx,
  viewer: VisibilityScope,
  workflowId: string,
): Promise<{ id: string; name: string }[]> {
  const visible = await visibleTo(tx, viewer)
  const workflow = await tx.db
    .selectFrom('workflows')
    .select('current_version')
    .where('tenant_id', '=', tx.tenantId)
    .where('id', '=', workflowId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!workflow || !visible.canSee(workflowId)) throw notFound('This workflow')
  if (!workflow.current_version) return []
  const { doc } = await versionOf(tx.db, tx.tenantId, workflowId, workflow.current_version)
  return stepsInOrder(doc).flatMap(({ id, name, type }) =>
    type === 'manual' || type === 'approval' ? [{ id, name }] : [],
  )
}
