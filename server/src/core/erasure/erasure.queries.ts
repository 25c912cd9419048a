import type pg from 'pg'
import type { Db } from '../db/bound-kysely.ts'
import { execute } from '../db/statement.ts'

export async function workspacesToErase(pool: pg.Pool, limit: number): Promise<string[]> {
  const found = await execute<{ tenant_id: string }>(pool, 'select tenant_id from auth.workspaces_to_erase($1)', [
    limit,
  ])
  return found.rows.map(({ tenant_id }) => tenant_id)
}

/** In an order that foreign keys allow. */
export async function erasableTables(pool: pg.Pool): Promise<string[]> {
  const found = await execute<{ name: string }>(pool, 'select name from auth.erasable_tables()')
  return found.rows.map(({ name }) => name)
}

export async function eraseRows(pool: pg.Pool, tenantId: string, table: string, limit: number): Promise<number> {
  const done = await execute<{ gone: number }>(pool, 'select auth.erase_rows($1, $2, $3) as gone', [
    tenantId,
    table,
    limit,
  ])
  return done.rows[0]?.gone ?? 0
}

export async function stripAudit(pool: pg.Pool, tenantId: string, limit: number): Promise<number> {
  const done = await execute<{ gone: number }>(pool, 'select auth.strip_audit($1, $2) as gone', [tenantId, limit])
  return done.rows[0]?.gone ?? 0
}

/** Names the tables that still hold something; without any, the workspace is marked as erased. */
export async function finishErasure(pool: pg.Pool, tenantId: string): Promise<string[]> {
  const done = await execute<{ remaining: string[] }>(pool, 'select auth.finish_erasure($1) as remaining', [tenantId])
  return done.rows[0]?.remaining ?? []
}

/** What lies outside of the tenant's own folder because it was not found clean yet. */
export const quarantinedFiles = (db: Db, tenantId: string) =>
  db
    .selectFrom('document_versions')
    .select('quarantine_key as key')
    .where('tenant_id', '=', tenantId)
    .where('quarantine_key', 'is not', null)
    .unionAll(
      db
        .selectFrom('inbound_mails')
        .select('object_key as key')
        .where('tenant_id', '=', tenantId)
        .where('object_key', 'is not', null),
    )
    .execute()

export const openUploads = (db: Db, tenantId: string) =>
  db.selectFrom('uploads').select(['object_key', 'multipart_id']).where('tenant_id', '=', tenantId).execute()
