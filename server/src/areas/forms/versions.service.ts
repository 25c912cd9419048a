import type { Body, Made, Query } from '@throughline/contracts/endpoint'
import {
  FormChange,
  type getFormVersion,
  type listFormVersions,
  type restoreFormVersion,
} from '@throughline/contracts/forms'
import type { FormId } from '@throughline/contracts/ids'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { numberedPage } from '../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { authorsNamed } from '../workflows/workflows.public.ts'
import { readContent } from './content.ts'
import { changeDraft, requireCurrentForm } from './draft-change.ts'
import { wholeForm } from './form-wire.ts'
import { openFormForChange, requireVisibleForm } from './opened.ts'
import { recordFormAct } from './publish-frames.ts'
import { versionCounts } from './submission-count.ts'
import { findVersion, pageOfVersions, type VersionRow } from './versions.queries.ts'

const SORT = 'form.versions'
type VersionWire = Made<typeof listFormVersions>['data'][number]

async function wireOf(tx: ReadTx, formId: string, rows: readonly VersionRow[]): Promise<VersionWire[]> {
  const people = await authorsNamed(
    tx,
    rows.flatMap(({ authors, published_by }) => [...authors, ...(published_by ? [published_by] : [])]),
  )
  const counts = await versionCounts(
    tx,
    formId,
    rows.map(({ number }) => number),
  )
  const named = (id: string | null) => people.find((person) => person.id === id)
  return rows.map(({ number, note, change_count, authors, published_at, published_by }) => ({
    number,
    note,
    published_at: published_at.toISOString(),
    published_by: named(published_by) ?? null,
    authors: authors.flatMap((id) => named(id) ?? []),
    change_count,
    submission_count: counts.get(number) ?? 0,
  }))
}

export const versionsPage = (ctx: Context, viewer: Viewer, id: FormId, query: Query<typeof listFormVersions>) =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisibleForm(tx, viewer, id)
    const page = await numberedPage(ctx, tx.tenantId, { sort: SORT, id, query }, (below, limit) =>
      pageOfVersions(tx.db, tx.tenantId, id, below, limit),
    )
    return { data: await wireOf(tx, id, page.data), pagination: { next_cursor: page.next ?? null } }
  })

async function requireVersion(tx: ReadTx, id: string, number: number) {
  const version = await findVersion(tx.db, tx.tenantId, id, number)
  if (!version) throw notFound('This version')
  return version
}

export const readVersion = (
  ctx: Context,
  viewer: Viewer,
  id: FormId,
  number: number,
): Promise<Made<typeof getFormVersion>> =>
  readTenant(ctx, viewer, async (tx) => {
    await requireVisibleForm(tx, viewer, id)
    const version = await requireVersion(tx, id, number)
    const [wire] = await wireOf(tx, id, [version])
    if (!wire) throw notFound('This version')
    const changes = z.parse(z.array(FormChange), version.changes)
    return { data: { ...wire, content: readContent(version.content), changes } }
  })

/** The restored draft is the viewer's change; nothing is published. */
export const restoreVersion = (
  ctx: Context,
  viewer: Viewer,
  id: FormId,
  number: number,
  body: Body<typeof restoreFormVersion>,
) =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openFormForChange(tx, viewer, id)
    await requireCurrentForm(tx, opened, body.base_version)
    const version = await requireVersion(tx, id, number)
    const { row } = await changeDraft(tx, viewer, opened, readContent(version.content))
    if (row.version !== opened.row.version) await recordFormAct(tx, 'form.version_restored', row, { number })
    return wholeForm(tx, viewer, ctx.config, id)
  })
