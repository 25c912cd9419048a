import type { WebsiteContent } from '@throughline/contracts/website-content'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

export type WebsiteState = 'live' | 'trashed'

/** Where a row stands in the order of the list. */
export interface WebsitePosition {
  key: string
  id: string
}

const rows = (db: Db, tenantId: string) =>
  db
    .selectFrom('websites as w')
    .innerJoin('website_drafts as d', (join) =>
      join.onRef('d.tenant_id', '=', 'w.tenant_id').onRef('d.website_id', '=', 'w.id'),
    )
    .select(['w.id', 'w.title', 'w.page_count', 'w.current_version', 'w.last_version', 'w.published_at'])
    .select(['w.created_at', 'w.updated_at', 'w.deleted_at', 'd.changes as draft_changes'])
    .where('w.tenant_id', '=', tenantId)

export type ListedRow = Awaited<ReturnType<typeof pageOfWebsites>>[number]

/** The instant with all its digits, so that a page goes on exactly where the one before ended. */
const changedKey = sql<string>`to_char(w.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The draft with the beginning of its first page, and the other pages without what is on them. */
const preview = sql`jsonb_set(d.content::jsonb, '{pages}', coalesce((
    select jsonb_agg(p.page || jsonb_build_object('elements',
        case when p.place = 1 then jsonb_path_query_array(p.page, '$.elements[0 to 7]') else '[]'::jsonb end) order by p.place)
    from jsonb_array_elements(d.content::jsonb -> 'pages') with ordinality as p (page, place)), '[]'::jsonb))`

interface WebsiteListFilter {
  status: 'all' | 'published' | 'draft' | 'trash'
  search: string | undefined
}

export function pageOfWebsites(
  db: Db,
  tenantId: string,
  { status, search }: WebsiteListFilter,
  after: WebsitePosition | undefined,
  limit: number,
) {
  let query = rows(db, tenantId)
    .select([changedKey.as('changed_key'), preview.as('preview')])
    .select(['d.updated_by', 'w.unpublished_at', 'w.unpublished_by'])
  if (search) query = query.where(sql<boolean>`position(app.fold(${search}) in app.fold(w.title)) > 0`)
  query = status === 'trash' ? query.where('w.deleted_at', 'is not', null) : query.where('w.deleted_at', 'is', null)
  if (status === 'published') query = query.where('w.current_version', 'is not', null)
  if (status === 'draft') query = query.where('w.current_version', 'is', null)
  if (after) {
    query = query.where(sql<boolean>`(w.updated_at, w.id) < (${after.key}::timestamptz, ${after.id}::uuid)`)
  }
  return query.orderBy('w.updated_at', 'desc').orderBy('w.id', 'desc').limit(limit).execute()
}

/** Nobody else changes this website until the commit. */
export async function lockWebsite(db: Db, tenantId: string, id: string, state: WebsiteState): Promise<boolean> {
  const found = await db
    .selectFrom('websites')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', state === 'live' ? 'is' : 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/** With its draft, the content of its latest version, and the name of the workspace. */
export const findWebsite = (db: Db, tenantId: string, id: string, state: WebsiteState = 'live') =>
  rows(db, tenantId)
    .innerJoin('tenants as t', 't.id', 'w.tenant_id')
    .leftJoin('website_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'w.tenant_id')
        .onRef('v.website_id', '=', 'w.id')
        .onRef('v.number', '=', 'w.last_version'),
    )
    .select(['d.version', 'd.content', 'd.metadata', 'd.authors', 'd.recent', 'd.updated_by'])
    .select(['v.content as latest', 't.name as organization'])
    .where('w.id', '=', id)
    .where('w.deleted_at', state === 'live' ? 'is' : 'is not', null)
    .executeTakeFirst()
export type StoredWebsite = NonNullable<Awaited<ReturnType<typeof findWebsite>>>

export async function nameOfWorkspace(db: Db, tenantId: string): Promise<string> {
  const found = await db.selectFrom('tenants').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow()
  return found.name
}

export async function insertWebsite(
  db: Db,
  tenantId: string,
  row: { title: string; page_count: number; created_by: string },
): Promise<string> {
  const made = await db
    .insertInto('websites')
    .values({ tenant_id: tenantId, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

export interface WebsiteUpdate {
  title?: string
  page_count?: number
  current_version?: number | null
  last_version?: number
  published_at?: RawBuilder<Date>
  unpublished_at?: RawBuilder<Date>
  unpublished_by?: string
  deleted_at?: Date | null
  deleted_by?: string | null
}

export async function changeWebsite(db: Db, tenantId: string, id: string, change: WebsiteUpdate): Promise<void> {
  await db
    .updateTable('websites')
    .set({ ...change, updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

interface DraftChange {
  content?: WebsiteContent
  metadata?: object
  version?: number
  authors?: object
  recent?: object
  changes?: number
  updated_by?: string
}

const storedOf = ({ content, metadata, authors, recent, ...plain }: DraftChange) => ({
  ...plain,
  ...(content ? { content: JSON.stringify(content) } : {}),
  ...(metadata ? { metadata: JSON.stringify(metadata) } : {}),
  ...(authors ? { authors: JSON.stringify(authors) } : {}),
  ...(recent ? { recent: JSON.stringify(recent) } : {}),
})

export async function insertDraft(
  db: Db,
  tenantId: string,
  websiteId: string,
  draft: DraftChange & { content: WebsiteContent },
): Promise<void> {
  await db
    .insertInto('website_drafts')
    .values({
      tenant_id: tenantId,
      website_id: websiteId,
      ...storedOf(draft),
      content: JSON.stringify(draft.content),
    })
    .execute()
}

export async function changeDraftRow(db: Db, tenantId: string, websiteId: string, change: DraftChange): Promise<void> {
  await db
    .updateTable('website_drafts')
    .set({ ...storedOf(change), updated_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', websiteId)
    .execute()
}
