import { sql } from 'kysely'
import type { ReadTx } from '../../core/db/tenant-tx.ts'

export interface FilePart {
  id: string
  content: string
  first_page: number | null
}

/** Parts of files' texts that say something of this, at most so many of each. */
export async function partsSaying(
  { db, tenantId }: ReadTx,
  ids: readonly string[],
  query: string,
  limit: number,
): Promise<FilePart[]> {
  if (query === '') return []
  const { rows } = await sql<FilePart>`select o.id, x.content, x.first_page
    from unnest(${ids}::uuid[]) o (id)
    cross join lateral (select d.current_version from documents d
      where d.tenant_id = ${tenantId} and d.id = o.id limit 1) d
    cross join lateral (select x.content, x.first_page from document_texts x
      where x.tenant_id = ${tenantId} and x.document_id = o.id and x.number = d.current_version
        and x.lexemes @@ ${query}::tsquery
      order by x.part limit ${sql.lit(limit)}) x`.execute(db)
  return rows
}
