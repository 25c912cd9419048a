import type { Body, Made, Query } from '@throughline/contracts/endpoint'
import type { WebsiteId } from '@throughline/contracts/ids'
import {
  type getWebsiteVersion,
  type listWebsiteVersions,
  type restoreWebsiteVersion,
  WebsiteChange,
} from '@throughline/contracts/websites'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { numberedPage } from '../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { authorsNamed } from '../workflows/workflows.public.ts'
import { changeDraft, requireCurrent } from './draft-change.ts'
import { refuseHiddenForms } from './form-access.ts'
import { openForChange, openWebsite, readContent, recordAct } from './opened.ts'
import { findVersion, pageOfVersions, type VersionRow } from './versions.queries.ts'
import { wholeWebsite } from './website-wire.ts'

const SORT = 'website.versions'
type VersionWire = Made<typeof listWebsiteVersions>['data'][number]

async function wireOf(tx: ReadTx, rows: readonly VersionRow[]): Promise<VersionWire[]> {
  const people = await authorsNamed(
    tx,
    rows.flatMap(({ published_by }) => (published_by ? [published_by] : [])),
  )
  return rows.map(({ number, note, change_count, published_at, published_by }) => ({
    number,
    note,
    change_count,
    published_at: published_at.toISOString(),
    published_by: people.find(({ id }) => id === published_by) ?? null,
  }))
}

export const versionsPage = (ctx: Context, viewer: Viewer, id: WebsiteId, query: Query<typeof listWebsiteVersions>) =>
  readTenant(ctx, viewer, async (tx) => {
    await openWebsite(tx, id)
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
  id: WebsiteId,
  number: number,
): Promise<Made<typeof getWebsiteVersion>> =>
  readTenant(ctx, viewer, async (tx) => {
    await openWebsite(tx, id)
    const version = await requireVersion(tx, id, number)
    const [wire] = await wireOf(tx, [version])
    if (!wire) throw notFound('This version')
    const changes = z.parse(z.array(WebsiteChange), version.changes)
    return { data: { ...wire, content: readContent(version.content), changes } }
  })

/** The restored draft is the viewer's change; nothing is published. */
export const restoreVersion = (
  ctx: Context,
  viewer: Viewer,
  id: WebsiteId,
  number: number,
  body: Body<typeof restoreWebsiteVersion>,
) =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openForChange(tx, id)
    await requireCurrent(tx, opened, body.base_version)
    const version = await requireVersion(tx, id, number)
    const content = readContent(version.content)
    await refuseHiddenForms(tx, viewer, opened.draft, content)
    const isChanged = await changeDraft(tx, viewer, opened, content)
    if (isChanged) recordAct(tx, 'website.version_restored', opened.row, { number })
    return wholeWebsite(tx, ctx.config, viewer, id)
  })
