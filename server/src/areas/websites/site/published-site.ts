import type { TenantId } from '@throughline/contracts/ids'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import { formIdsIn } from '@throughline/flow/site-check'
import type { Context } from '../../../core/context.ts'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { findPublicTenant } from '../../../core/db/in-public.ts'
import { readTenant, readTenantOnce } from '../../../core/db/in-tenant.ts'
import { RecentlyUsed } from '../../../core/recently-used.ts'
import { createSharedReads } from '../../../core/shared-reads.ts'
import { readContent } from '../opened.ts'
import type { SitePictures } from '../pictures.queries.ts'
import { type ShownForm, shownForms, shownPictures } from '../site-facts.ts'
import { findVersion, movesOf } from '../versions.queries.ts'

/** An address that a page had, by which a wrong one may be meant. */
interface FormerAddress {
  path: string
  page: number
}

/** The version that visitors read, with what its pages name. */
export interface PublishedSite {
  tenantId: TenantId
  id: string
  number: number
  publishedAt: Date
  content: WebsiteContent
  pictures: SitePictures
  /** The last first. */
  former: readonly FormerAddress[]
  forms: readonly ShownForm[]
}

/** `gone`: it was published and is not any more. Undefined: nobody ever found anything here. */
export type SiteState = PublishedSite | 'gone' | undefined

const findHead = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('websites')
    .select('current_version')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

const findMove = (db: Db, tenantId: string, id: string, path: string) =>
  db
    .selectFrom('website_moves')
    .select('page_id')
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', id)
    .where('path', '=', path)
    .executeTakeFirst()

function formerAddresses({ pages }: WebsiteContent, moves: Awaited<ReturnType<typeof movesOf>>): FormerAddress[] {
  const places = new Map(pages.map((page, at) => [page.id, at]))
  return moves.flatMap(({ path, page_id }) => {
    const page = places.get(page_id)
    return page === undefined ? [] : [{ path, page }]
  })
}

type KeptVersion = Pick<PublishedSite, 'content' | 'publishedAt' | 'pictures' | 'former'>

/** No page ever had another kind of address; nothing else is asked of the database. */
const PAGE_ADDRESS = /^[a-z0-9-]{1,80}$/

/** Bytes of their content and addresses; in memory it takes a few times as much. */
const MAX_KEPT = 16_777_216

/**
 * Versions never change, and former addresses only with a new one, so that each is read and parsed once; each visit asks
 * only which one is public.
 */
export function createPublishedSites(ctx: Context) {
  const kept = new RecentlyUsed<KeptVersion>(MAX_KEPT)

  const readVersion = (tenantId: TenantId, id: string, number: number): Promise<KeptVersion | undefined> =>
    readTenant(ctx, { tenantId }, async (tx) => {
      const row = await findVersion(tx.db, tenantId, id, number)
      if (!row) return undefined
      const content = readContent(row.content)
      const pictures = await shownPictures(tx, id, content)
      const former = formerAddresses(content, await movesOf(tx.db, tenantId, id))
      return { content, publishedAt: row.published_at, pictures, former }
    })

  async function versionOf(tenantId: TenantId, id: string, number: number): Promise<KeptVersion | undefined> {
    const key = `${tenantId}:${id}:${number}`
    const known = kept.get(key)
    if (known) return known
    const version = await readVersion(tenantId, id, number)
    return version && kept.add(key, version, JSON.stringify([version.content, version.former]).length)
  }

  async function read(id: string): Promise<SiteState> {
    const tenantId = await findPublicTenant(ctx, 'website', id)
    if (!tenantId) return undefined
    const head = await readTenantOnce(ctx, { tenantId }, ({ db }) => findHead(db, tenantId, id))
    if (!head) return undefined
    if (head.current_version === null) return 'gone'
    const number = head.current_version
    const version = await versionOf(tenantId, id, number)
    if (!version) return undefined
    const hasForms = formIdsIn(version.content).length > 0
    const forms = hasForms
      ? await readTenant(ctx, { tenantId }, (tx) => shownForms(tx, ctx.config, version.content))
      : []
    return { tenantId, id, number, forms, ...version }
  }

  return {
    find: createSharedReads(read),
    /** The page that once had this address. */
    async movedPage({ tenantId, id, content }: PublishedSite, path: string): Promise<number | undefined> {
      if (!PAGE_ADDRESS.test(path)) return undefined
      const move = await readTenantOnce(ctx, { tenantId }, ({ db }) => findMove(db, tenantId, id, path))
      const at = content.pages.findIndex((page) => page.id === move?.page_id)
      return at === -1 ? undefined : at
    },
  }
}

/** One for a process: the pages that visitors read and the public call share what is kept. */
export type PublishedSites = ReturnType<typeof createPublishedSites>
