import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

export interface Child {
  id: string
  source_key: string
  status: string
  outcome: string | null
}

/** The children that were started under these keys. */
export async function childrenByKey(db: Db, tenantId: string, keys: readonly string[]): Promise<Map<string, Child>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Child>`select id, source_key, status, outcome from instances
    where tenant_id = ${tenantId} and source = 'workflow' and source_key = any (${keys}::text[])`.execute(db)
  return new Map(rows.map((child) => [child.source_key, child]))
}

/** All that still run, whichever step started them. */
export async function openChildren(db: Db, tenantId: string, parentId: string) {
  const { rows } = await sql<Pick<Child, 'id' | 'source_key'>>`select id, source_key from instances
    where tenant_id = ${tenantId} and parent_id = ${parentId} and status in ('pending', 'in_progress', 'failed')`.execute(
    db,
  )
  return rows
}

/** The row of a child that was started by another instance. */
export async function parentOf(db: Db, tenantId: string, childId: string) {
  const { rows } = await sql<
    Child & { parent_id: string }
  >`select id, source_key, status, outcome, parent_id from instances
    where tenant_id = ${tenantId} and id = ${childId} and parent_id is not null`.execute(db)
  return rows[0]
}
