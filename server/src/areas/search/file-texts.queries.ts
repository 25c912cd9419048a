import { sql } from 'kysely'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { OVERLAP } from '../documents/documents.public.ts'

export interface FilePart {
  id: string
  content: string
  /** The beginning of the next part: a phrase may run into it. */
  after: string
  first_page: number | null
  /** How many pages the file has. */
  page_count: number | null
  part: number
}

/** Parts of files' texts that say something of this, at most so many of each. */
export async function partsSaying(
  { db, tenantId }: ReadTx,
  ids: readonly string[],
  query: string,
  limit: number,
): Promise<FilePart[]> {
  if (query === '') return []
  const { rows } = await sql<FilePart>`select o.id, x.part, x.content, x.after, x.first_page, x.page_count
    from unnest(${ids}::uuid[]) o (id)
    cross join lateral (select d.current_version from documents d
      where d.tenant_id = ${tenantId} and d.id = o.id limit 1) d
    cross join lateral (select x.part, x.content, coalesce(left(y.content, ${OVERLAP}), '') as after, x.first_page, v.page_count
      from document_texts x
      left join document_texts y on y.tenant_id = ${tenantId} and y.document_id = o.id and y.number = d.current_version
        and y.part = x.part + 1
      left join document_versions v on v.tenant_id = ${tenantId} and v.document_id = o.id and v.number = d.current_version
      where x.tenant_id = ${tenantId} and x.document_id = o.id and x.number = d.current_version
        and x.lexemes @@ ${query}::tsquery
      order by x.part limit ${sql.lit(limit)}) x`.execute(db)
  return rows
}
