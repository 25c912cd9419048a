import type { TemplateSort } from '@throughline/contracts/templates'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { NewTemplate } from './template-input.ts'
import type { TemplatePosition } from './template-order.ts'

const ranks = { popular: 'uses_rank', name: undefined, complexity: 'step_count' } as const satisfies Record<
  TemplateSort,
  unknown
>

const columns = (db: Db, tenantId: string) =>
  db
    .selectFrom('templates')
    .where('tenant_id', '=', tenantId)
    .select(['id', 'name', 'name_key', 'category', 'tags', 'step_count', 'uses'])

/** How many bytes its document has. */
const SIZE = sql<number>`octet_length(document::text)`.as('size')

export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplate>>>

/** Without their documents: a page takes as many as it can carry. */
export function pageOfTemplates(
  db: Db,
  tenantId: string,
  sort: TemplateSort,
  category: string | undefined,
  after: TemplatePosition | undefined,
  limit: number,
) {
  const rank = ranks[sort]
  let query = columns(db, tenantId).select(SIZE).where('deleted_at', 'is', null)
  if (category !== undefined) query = query.where('category', '=', category)
  if (after && rank)
    query = query.where(
      sql<boolean>`(${sql.ref(rank)}, name_key, id) > (${after.rank}::int, ${after.nameKey}, ${after.id}::uuid)`,
    )
  if (after && !rank) query = query.where(sql<boolean>`(name_key, id) > (${after.nameKey}, ${after.id}::uuid)`)
  if (rank) query = query.orderBy(rank)
  return query.orderBy('name_key').orderBy('id').limit(limit).execute()
}

export async function documentsOf(db: Db, tenantId: string, ids: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'document'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, document }) => [id, document]))
}

export const findTemplate = (db: Db, tenantId: string, id: string, trashed = false) =>
  columns(db, tenantId)
    .select('document')
    .where('id', '=', id)
    .where('deleted_at', trashed ? 'is not' : 'is', null)
    .executeTakeFirst()

export async function insertTemplate(
  db: Db,
  tenantId: string,
  memberId: string | undefined,
  { document, category, tags }: NewTemplate,
): Promise<string> {
  const row = await db
    .insertInto('templates')
    .values({
      tenant_id: tenantId,
      name: document.name,
      description: document.description ?? '',
      category,
      tags,
      document: JSON.stringify(document),
      step_count: Object.keys(document.steps).length,
      created_by: memberId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function countUse(db: Db, tenantId: string, id: string): Promise<void> {
  await db
    .updateTable('templates')
    .set({ uses: sql`uses + 1` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .execute()
}

export async function trashTemplate(db: Db, tenantId: string, id: string, memberId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('templates')
    .set({ deleted_at: sql`now()`, deleted_by: memberId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function untrashTemplate(db: Db, tenantId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('templates')
    .set({ deleted_at: null, deleted_by: null })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Trash past its thirty days, a bounded bite at a time. */
export async function purgeTemplateRows(db: Db, tenantId: string, limit: number): Promise<string[]> {
  const old = await db
    .selectFrom('templates')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', '<', sql<Date>`now() - interval '30 days'`)
    .limit(limit)
    // Whoever takes one back out of the trash at this moment is waited for.
    .forUpdate()
    .execute()
  const ids = old.map((row) => row.id)
  if (ids.length > 0)
    await db.deleteFrom('templates').where('tenant_id', '=', tenantId).where('id', 'in', ids).execute()
  return ids
}
