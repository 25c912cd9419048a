import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { Visibility } from '../workflows/workflows.public.ts'

/** Of each customer's instances and files the newest are looked at: who sees none of those is not offered the name. */
const MAX_LOOKED_AT = 100

/** Sorts behind whatever a key can go on with. A range, since `^@` with a value is no range to a plan made once. */
const LAST = '\u{10FFFF}'

export interface ClientPosition {
  key: string
  id: string
}

/** For clients `c`: whether the viewer may know of one, by an instance or a file that they see. */
export const isClientVisible = (visible: Visibility, tenantId: string): RawBuilder<boolean> => sql<boolean>`(
      exists (select from (select i.id, i.workflow_id, i.narrowed from instances i
          where i.tenant_id = ${tenantId} and i.client_id = c.id and i.deleted_at is null
          order by i.id desc limit ${MAX_LOOKED_AT}) i where ${visible.ofInstance('i')})
      or exists (select from (select d.client_id, d.workflow_id, d.instance_id, d.form_id, d.narrowed from documents d
          where d.tenant_id = ${tenantId} and d.client_key = c.name_key and d.deleted_at is null and not d.in_trash
          order by d.id desc limit ${MAX_LOOKED_AT}) d where d.client_id = c.id and ${visible.ofFile('d')}))`

/**
 * The next customers by name, from the beginning of it, and whether the viewer may know of each: by an instance or a file
 * that they see. Its cost is bounded by `limit`, however many of them are hidden.
 */
export async function clientCandidates(
  db: Db,
  tenantId: string,
  visible: Visibility,
  { search, after }: { search: string | undefined; after: ClientPosition | undefined },
  limit: number,
) {
  const found = await sql<{ id: string; name: string; name_key: string; is_visible: boolean }>`
    select c.id, c.name, c.name_key,
      ${isClientVisible(visible, tenantId)} as is_visible
    from (select id, name, name_key from clients where tenant_id = ${tenantId}
        ${search ? sql`and name_key >= app.fold(${search}) and name_key < app.fold(${search}) || ${LAST}` : sql``}
        ${after ? sql`and (name_key, id) > (${after.key}, ${after.id}::uuid)` : sql``}
      order by name_key, id limit ${limit}) c
    order by c.name_key, c.id`.execute(db)
  return found.rows
}
