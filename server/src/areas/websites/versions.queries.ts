import type { WebsiteContent } from '@throughline/contracts/website-content'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

interface NewVersion {
  number: number
  hash: string
  content: WebsiteContent
  note: string
  changes: readonly object[]
  published_by: string
}

export async function insertVersion(db: Db, tenantId: string, websiteId: string, version: NewVersion): Promise<void> {
  const { content, changes, ...rest } = version
  await db
    .insertInto('website_versions')
    .values({
      tenant_id: tenantId,
      website_id: websiteId,
      ...rest,
      content: JSON.stringify(content),
      changes: JSON.stringify(changes),
      change_count: changes.length,
    })
    .execute()
}

const COLUMNS = ['number', 'note', 'published_at', 'published_by', 'change_count'] as const

export function pageOfVersions(db: Db, tenantId: string, websiteId: string, before: number | undefined, limit: number) {
  const query = db
    .selectFrom('website_versions')
    .select(COLUMNS)
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', websiteId)
  const older = before === undefined ? query : query.where('number', '<', before)
  return older.orderBy('number', 'desc').limit(limit).execute()
}
export type VersionRow = Awaited<ReturnType<typeof pageOfVersions>>[number]

export const findVersion = (db: Db, tenantId: string, websiteId: string, number: number) =>
  db
    .selectFrom('website_versions')
    .select([...COLUMNS, 'content', 'changes'])
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', websiteId)
    .where('number', '=', number)
    .executeTakeFirst()

const MAX_MOVES = 200

/** Former addresses of its pages, the last first. */
export const movesOf = (db: Db, tenantId: string, websiteId: string) =>
  db
    .selectFrom('website_moves')
    .select(['path', 'page_id', 'moved_at'])
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', websiteId)
    .orderBy('moved_at', (order) => order.desc().nullsLast())
    .orderBy('path')
    .limit(MAX_MOVES)
    .execute()

/** Addresses that pages no longer have lead on; one that a page has again is its own. */
export async function writeMoves(
  db: Db,
  tenantId: string,
  websiteId: string,
  moved: readonly { path: string; page_id: string }[],
  paths: readonly string[],
): Promise<void> {
  if (moved.length > 0) {
    await db
      .insertInto('website_moves')
      .values(moved.map((move) => ({ tenant_id: tenantId, website_id: websiteId, ...move })))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'website_id', 'path'])
          .doUpdateSet({ page_id: (excluded) => excluded.ref('excluded.page_id'), moved_at: sql`now()` }),
      )
      .execute()
  }
  await db
    .deleteFrom('website_moves')
    .where('tenant_id', '=', tenantId)
    .where('website_id', '=', websiteId)
    .where('path', '=', sql<string>`any (${paths}::text[])`)
    .execute()
}
