import type { Body, Made, Query } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import type {
  getWorkflowVersion,
  listWorkflowVersions,
  restoreWorkflowVersion,
} from '@throughline/contracts/workflow-drafts'
import { AuthoredChange } from '@throughline/contracts/workflows'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { numberedPage } from '../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { readDocument } from './document.ts'
import { changeDraft, requireCurrent } from './draft-change.ts'
import { noSuchWorkflow, openForChange } from './opened.ts'
import { authorsNamed } from './references.ts'
import { findVersion, pageOfVersions, type VersionRow } from './versions.queries.ts'
import { visibleTo } from './visibility.service.ts'
import { wholeWorkflow } from './workflow-wire.ts'
import { isLive } from './workflows.queries.ts'

const SORT = 'workflow.versions'
type VersionWire = Made<typeof listWorkflowVersions>['data'][number]

async function requireVisible(tx: ReadTx, viewer: Viewer, id: string): Promise<void> {
  const visible = await visibleTo(tx, viewer)
  if (!visible.canSee(id) || !(await isLive(tx.db, tx.tenantId, id))) throw noSuchWorkflow()
}

async function wireOf(tx: ReadTx, rows: readonly VersionRow[]): Promise<VersionWire[]> {
  const people = await authorsNamed(
    tx,
    rows.flatMap(({ authors, published_by }) => [...authors, ...(published_by ? [published_by] : [])]),
  )
  const named = (id: string | null) => people.find((person) => person.id === id)
  return rows.map(({ number, hash, note, change_count, authors, published_at, published_by }) => ({
    number,
    hash,
    note,
    published_at: published_at.toISOString(),
    published_by: named(published_by) ?? null,
    authors: authors.flatMap((id) => named(id) ?? []),
    change_count,
  }))
}

export const versionsPage = (ctx: Context, viewer: Viewer, id: WorkflowId, query: Query<typeof listWorkflowVersions>) =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisible(tx, viewer, id)
    const page = await numberedPage(ctx, tx.tenantId, { sort: SORT, id, query }, (below, limit) =>
      pageOfVersions(tx.db, tx.tenantId, id, below, limit),
    )
    return { data: await wireOf(tx, page.data), pagination: { next_cursor: page.next ?? null } }
  })

async function requireVersion(tx: ReadTx, id: string, number: number) {
  const version = await findVersion(tx.db, tx.tenantId, id, number)
  if (!version) throw notFound('This version')
  return version
}

export const readVersion = (
  ctx: Context,
  viewer: Viewer,
  id: WorkflowId,
  number: number,
): Promise<Made<typeof getWorkflowVersion>> =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisible(tx, viewer, id)
    const version = await requireVersion(tx, id, number)
    const [wire] = await wireOf(tx, [version])
    if (!wire) throw notFound('This version')
    const changes = z.parse(z.array(AuthoredChange), version.changes)
    return { data: { ...wire, document: readDocument(version.document), changes } }
  })

/** In the name of whoever does it; published by nobody yet. */
export const restoreVersion = (
  ctx: Context,
  viewer: Viewer,
  id: WorkflowId,
  number: number,
  body: Body<typeof restoreWorkflowVersion>,
) =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openForChange(tx, viewer, id)
    await requireCurrent(tx, opened, body.base_version)
    const version = await requireVersion(tx, id, number)
    const { row } = await changeDraft(tx, viewer, opened, readDocument(version.document))
    if (row.version !== opened.row.version) {
      const data = { name: row.name, number }
      tx.audit({ act: 'workflow.version_restored', kind: 'workflow', id, data })
    }
    return { data: await wholeWorkflow(tx, viewer, id) }
  })
