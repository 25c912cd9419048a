import type { Body } from '@throughline/contracts/endpoint'
import type { WebsiteId } from '@throughline/contracts/ids'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import type { publishWebsite, WebsiteProblem } from '@throughline/contracts/websites'
import { checkWebsite, diffWebsites, hashWebsite } from '@throughline/flow/site-check'
import { pathsOf } from '@throughline/flow/site-view'
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import { writeAddress } from '../../core/db/public-addresses.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, conflict } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { authored, NO_MARKS, othersIn, othersRefusal, type VisibilityScope } from '../workflows/workflows.public.ts'
import { requireCurrent } from './draft-change.ts'
import { isSameContent, type OpenedWebsite, openForChange, recordAct } from './opened.ts'
import { factsFrom, publicUrl, shownForms, shownPictures } from './site-facts.ts'
import { insertVersion, writeMoves } from './versions.queries.ts'
import { wholeWebsite } from './website-wire.ts'
import { changeDraftRow, changeWebsite } from './websites.queries.ts'

const ERRORS: Partial<Record<WebsiteProblem['code'], (name: string) => string>> = {
  no_pages: () => 'The website has no pages yet. Add one.',
  title_missing: () => 'Give the website a title.',
  page_title_missing: () => 'Give every page a title.',
  id_twice: () => 'Two parts of the website have the same ID.',
  link_nowhere: (name) => `The link “${name}” leads nowhere.`,
  form_missing: () => 'Choose a form, or delete the empty form element.',
  form_unpublished: () => 'A form on this website isn’t published.',
}

const pathOf = ({ page, element }: WebsiteProblem) => `/${[page, element].filter(Boolean).join('/')}`

async function requirePublishable(ctx: Context, tx: TenantTx, { id, draft }: OpenedWebsite): Promise<void> {
  const forms = await shownForms(tx, ctx.config, draft)
  const problems = checkWebsite(draft, factsFrom(await shownPictures(tx, id, draft), forms))
  const errors = problems
    .filter(({ level }) => level === 'error')
    .map((problem) => ({
      path: pathOf(problem),
      message: ERRORS[problem.code]?.(problem.name ?? '') ?? 'Something here can’t be published.',
    }))
  if (errors.length > 0) throw new AppError(409, 'has_errors', 'Fix the errors before you publish', { errors })
}

/** Addresses that pages had in the version before and have no longer. */
function movesBetween(before: WebsiteContent, after: WebsiteContent) {
  const now = pathsOf(after.pages)
  const still = new Set(after.pages.map(({ id }) => id))
  return pathsOf(before.pages).flatMap((path, at) => {
    const page = before.pages[at]
    return page && path !== '' && still.has(page.id) && !now.includes(path) ? [{ path, page_id: page.id }] : []
  })
}

type PublishOptions = Pick<Body<typeof publishWebsite>, 'include_authors' | 'note'>

/** The version keeps the content and every change since the one before it with its author. */
async function makeVersion(
  tx: TenantTx,
  viewer: VisibilityScope,
  { id, row, draft, latest, marks }: OpenedWebsite,
  options: PublishOptions,
): Promise<number> {
  const others = othersIn(marks, viewer, options.include_authors)
  if (others.length > 0) throw await othersRefusal(tx, others)
  const number = row.last_version + 1
  await insertVersion(tx.db, tx.tenantId, id, {
    number,
    hash: hashWebsite(draft),
    content: draft,
    note: options.note,
    changes: authored(diffWebsites(latest, draft), marks),
    published_by: viewer.memberId,
  })
  if (latest) {
    await writeMoves(tx.db, tx.tenantId, id, movesBetween(latest, draft), pathsOf(draft.pages))
  }
  await changeDraftRow(tx.db, tx.tenantId, id, { authors: NO_MARKS, changes: 0 })
  return number
}

/**
 * Puts the draft on the website's public address: one row says which version that is, so that a visitor reads one version
 * or the other and never parts of both.
 */
export async function publishDraft(
  ctx: Context,
  tx: TenantTx,
  viewer: VisibilityScope,
  opened: OpenedWebsite,
  options: PublishOptions,
): Promise<void> {
  const { id, row, draft, latest } = opened
  const unchanged = latest !== undefined && isSameContent(latest, draft)
  if (unchanged && row.current_version !== null) {
    throw conflict('nothing_to_publish', `Nothing has changed since version ${row.current_version}`)
  }
  await requirePublishable(ctx, tx, opened)
  const number = unchanged ? row.last_version : await makeVersion(tx, viewer, opened, options)
  const published_at = sql<Date>`now()`
  await changeWebsite(tx.db, tx.tenantId, id, { current_version: number, last_version: number, published_at })
  await writeAddress(tx.db, tx.tenantId, 'website', id)
  recordAct(tx, 'website.published', row, { number })
}

export const putOnline = (ctx: Context, viewer: Viewer, id: WebsiteId, body: Body<typeof publishWebsite>) =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openForChange(tx, id)
    await requireCurrent(tx, opened, body.base_version)
    await publishDraft(ctx, tx, viewer, opened, body)
    return { publishUrl: publicUrl(ctx.config, id), ...(await wholeWebsite(tx, ctx.config, viewer, id)) }
  })

/** One that is not published stays as it is. Its address is kept, so that visitors are told it is gone. */
export const takeOffline = (ctx: Context, viewer: Viewer, id: WebsiteId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openForChange(tx, id)
    if (row.current_version !== null) {
      const unpublished = { unpublished_at: sql<Date>`now()`, unpublished_by: viewer.memberId }
      await changeWebsite(tx.db, tx.tenantId, id, { current_version: null, ...unpublished })
      recordAct(tx, 'website.unpublished', row, { number: row.current_version })
    }
    return wholeWebsite(tx, ctx.config, viewer, id)
  })
