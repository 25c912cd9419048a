import type { Body, Made, Query } from '@throughline/contracts/endpoint'
import type { WebsiteId } from '@throughline/contracts/ids'
import { defaultWebsite, type WebsiteContent } from '@throughline/contracts/website-content'
import type { createWebsite, listWebsites, saveWebsite, weighWebsite } from '@throughline/contracts/websites'
import { diffWebsites } from '@throughline/flow/site-check'
import type { Context } from '../../core/context.ts'
import { cursorsOf, pageOf } from '../../core/db/cursor.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { truncate } from '../../core/truncate.ts'
import { marked, NO_MARKS, type VisibilityScope } from '../workflows/workflows.public.ts'
import { changeDraft, requireCurrent } from './draft-change.ts'
import { refuseHiddenForms, requireForms } from './form-access.ts'
import { isSameContent, openForChange, openWebsite, recordAct, requireStorable } from './opened.ts'
import { copyPictures } from './pictures.queries.ts'
import { weighPages } from './site/draw.ts'
import { shownForms, shownPictures } from './site-facts.ts'
import { type Fetched, keepFetched, picturesIn, withPictures } from './site-pictures.ts'
import { listedWebsites, wholeWebsite } from './website-wire.ts'
import { changeDraftRow, insertDraft, insertWebsite, nameOfWorkspace, pageOfWebsites } from './websites.queries.ts'

const SORT = 'websites'
const LONGEST_COPIED_TITLE = 193

export const websitesPage = (
  ctx: Context,
  viewer: Viewer,
  query: Query<typeof listWebsites>,
): Promise<Made<typeof listWebsites>> =>
  readTenant(ctx, viewer, async (tx) => {
    const filter = { status: query.status, search: query.search }
    const cursors = cursorsOf(ctx, tx.tenantId, SORT, filter)
    const after = cursors.decodePosition(query.cursor)
    const rows = await pageOfWebsites(tx.db, tx.tenantId, filter, after, query.limit + 1)
    const page = pageOf(rows, query.limit, ({ changed_key, id }) => cursors.encode([changed_key, id]))
    return {
      data: await listedWebsites(tx, ctx.config, page.data),
      pagination: { next_cursor: page.next ?? null },
    }
  })

/** Of the draft: drawn and compressed after the transaction has ended. */
export async function weighDraft(ctx: Context, viewer: Viewer, id: WebsiteId): Promise<Made<typeof weighWebsite>> {
  const site = await readTenant(ctx, viewer, async (tx) => {
    const { draft: content } = await openWebsite(tx, id)
    const pictures = await shownPictures(tx, id, content)
    return { id, content, pictures, forms: await shownForms(tx, ctx.config, content) }
  })
  return { data: await weighPages(site) }
}

export const readWebsite = (ctx: Context, viewer: Viewer, id: WebsiteId) =>
  readTenant(ctx, viewer, (tx) => wholeWebsite(tx, ctx.config, viewer, id))

interface NewWebsite {
  content: WebsiteContent
  metadata?: object
  /** Copied from this one, with its pictures. */
  copyOf?: string
  fetched?: Fetched
}

async function withCopiedPictures({ db, tenantId }: TenantTx, content: WebsiteContent, from: string, to: string) {
  const named = picturesIn(content.pages, content.header_config.logo)
  const ids = await copyPictures(db, tenantId, { from, to, ids: named })
  return withPictures(content, (picture) => ids.get(picture) ?? '')
}

/** Makes a website as a draft of the viewer. */
export async function createWebsiteFrom(
  tx: TenantTx,
  viewer: VisibilityScope,
  { content: given, metadata, copyOf, fetched = new Map() }: NewWebsite,
): Promise<string> {
  const { db, tenantId } = tx
  requireStorable(given)
  const { title, pages } = given
  const id = await insertWebsite(db, tenantId, { title, page_count: pages.length, created_by: viewer.memberId })
  const content = copyOf ? await withCopiedPictures(tx, given, copyOf, id) : await keepFetched(tx, id, given, fetched)
  const made = diffWebsites(undefined, content)
  const by = { member: viewer.memberId, at: new Date().toISOString(), version: 1 }
  await insertDraft(db, tenantId, id, {
    content,
    ...(metadata ? { metadata } : {}),
    authors: marked(NO_MARKS, { made, before: [], after: made, by }),
    changes: made.length,
    updated_by: viewer.memberId,
  })
  recordAct(tx, 'website.created', { id, title }, copyOf ? { copy_of: copyOf } : {})
  return id
}

type WebsiteBody = Pick<Body<typeof createWebsite>, 'title' | 'pages' | 'header_config' | 'footer_config'>

/** What a body leaves out stays as it is. */
const contentOf = (before: WebsiteContent, body: WebsiteBody): WebsiteContent => ({
  title: body.title,
  pages: body.pages ?? before.pages,
  header_config: body.header_config ?? before.header_config,
  footer_config: body.footer_config ?? before.footer_config,
})

export const makeWebsite = (ctx: Context, viewer: Viewer, body: Body<typeof createWebsite>, fetched: Fetched) =>
  inTenant(ctx, viewer, async (tx) => {
    const company = truncate(await nameOfWorkspace(tx.db, tx.tenantId), 100)
    const content = contentOf(defaultWebsite(company, new Date().getFullYear()), body)
    await requireForms(tx, viewer, undefined, content)
    const { metadata } = body
    const id = await createWebsiteFrom(tx, viewer, { content, fetched, ...(metadata ? { metadata } : {}) })
    return wholeWebsite(tx, ctx.config, viewer, id)
  })

/**
 * Keeps the shared draft; not audited, since pages save by themselves while somebody types, and the draft names its
 * authors. Content that the draft has already is accepted whatever it was based on: its first answer was lost.
 */
export const keepWebsite = (
  ctx: Context,
  viewer: Viewer,
  id: WebsiteId,
  body: Body<typeof saveWebsite>,
  fetched: Fetched = new Map(),
) =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openForChange(tx, id)
    const content = await keepFetched(tx, id, contentOf(opened.draft, body), fetched)
    const isStale = body.base_version !== undefined && body.base_version !== opened.row.version
    await requireForms(tx, viewer, opened.draft, content)
    if (!isSameContent(opened.draft, content)) {
      if (isStale) await requireCurrent(tx, opened, body.base_version)
      await changeDraft(tx, viewer, opened, content)
    }
    if (body.metadata) await changeDraftRow(tx.db, tx.tenantId, id, { metadata: body.metadata })
    return wholeWebsite(tx, ctx.config, viewer, id)
  })

export const copyWebsite = (ctx: Context, viewer: Viewer, id: WebsiteId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { draft } = await openWebsite(tx, id)
    await refuseHiddenForms(tx, viewer, undefined, draft)
    const title = `${truncate(draft.title, LONGEST_COPIED_TITLE)} (copy)`
    const copied = await createWebsiteFrom(tx, viewer, { content: { ...draft, title }, copyOf: id })
    return wholeWebsite(tx, ctx.config, viewer, copied)
  })
