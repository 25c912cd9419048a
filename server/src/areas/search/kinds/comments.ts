import { sql } from 'kysely'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { withPlainMentions } from '../../comments/comments.public.ts'
import { type Section, section } from './kind.ts'

/** Of one thing; what was said before that is found no more. */
const MAX_COMMENTS = 1_000
const MAX_SAID = 200_000

/** What was said on each of these, newest first. */
export async function commentsOn({ db, tenantId }: ReadTx, ids: readonly string[]): Promise<(id: string) => Section[]> {
  const { rows } = await sql<{ entity_id: string; content: string; author: string | null }>`
    select o.id as entity_id, c.content, coalesce(m.name, nullif(c.outside_name, ''), c.outside_address) as author from unnest(${ids}::uuid[]) o (id)
    cross join lateral (select c.*, sum(length(c.content)) over (order by c.id desc) as said from (
      select c.id, c.content, c.author_id, c.outside_name, c.outside_address from comments c
      where c.tenant_id = ${tenantId} and c.entity_id = o.id and c.deleted_at is null
      order by c.id desc limit ${sql.lit(MAX_COMMENTS)}) c) c
    left join members m on m.tenant_id = ${tenantId} and m.id = c.author_id
    where c.said <= ${sql.lit(MAX_SAID)} order by o.id, c.id desc`.execute(db)
  const known = new Map<string, Section[]>()
  for (const { entity_id, content, author } of rows) {
    const said = known.get(entity_id) ?? []
    said.push(...section('comment', withPlainMentions(content), author ?? ''))
    known.set(entity_id, said)
  }
  return (id) => known.get(id) ?? []
}
