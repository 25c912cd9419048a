import type { Visibility } from '../../src/areas/workflows/visibility.service.ts'
import type { Db } from '../../src/core/db/bound-kysely.ts'

/** A page looks at no more rows than this, however many of them are hidden. */
export const MAX_SCANNED = 2_000

const newest = (db: Db, tenantId: string, after: string | undefined) => {
  const query = db
    .selectFrom('instances')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
  return after ? query.where('id', '<', after) : query
}

/** The one statement of a page: the newest rows, each asked whether it may be seen, until there are enough. */
export const visibleInstances = (
  db: Db,
  tenantId: string,
  visible: Visibility,
  after: string | undefined,
  limit: number,
) =>
  db
    .selectFrom(
      newest(db, tenantId, after).select(['id', 'workflow_id', 'narrowed']).limit(MAX_SCANNED).as('instances'),
    )
    .select('instances.id')
    .where(visible.ofInstance('instances'))
    .orderBy('instances.id', 'desc')
    .limit(limit + 1)
    .execute()

/** Where a page that could not be filled goes on: behind the last row it looked at. */
export const lastScanned = (db: Db, tenantId: string, after: string | undefined) =>
  newest(db, tenantId, after)
    .select('id')
    .offset(MAX_SCANNED - 1)
    .limit(1)
    .executeTakeFirst()

/** A list as later areas write theirs: newest first, short pages where much is hidden. */
export async function pageOfInstances(
  db: Db,
  tenantId: string,
  visible: Visibility,
  after: string | undefined,
  limit: number,
): Promise<{ ids: string[]; next: string | undefined }> {
  const rows = await visibleInstances(db, tenantId, visible, after, limit)
  const ids = rows.slice(0, limit).map((row) => row.id)
  if (rows.length > limit) return { ids, next: ids.at(-1) }
  return { ids, next: (await lastScanned(db, tenantId, after))?.id }
}
