import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { indexLock } from '../../../core/search/index-lock.ts'
import { among } from '../kinds/kind.ts'

export interface Entry {
  entity_id: string
  part: number
  title: string
  code: string
  name_key: string
  head: string
  tsv: string
  workflow_id: string | null
  owner_id: string | null
  content_hash: Buffer
  changed_at: Date
}

export interface KnownEntry {
  entity_id: string
  part: number
  content_hash: Buffer
}

export const knownEntries = (db: Db, tenantId: string, kind: string, ids: readonly string[]): Promise<KnownEntry[]> =>
  db
    .selectFrom('search_entries')
    .select(['entity_id', 'part', 'content_hash'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('entity_id', '=', among(ids))
    .execute()

export async function putEntries(db: Db, tenantId: string, kind: string, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const column = <K extends keyof Entry>(name: K) => entries.map((entry) => entry[name])
  await sql`insert into search_entries
      (tenant_id, kind, entity_id, part, title, code, name_key, head, tsv, workflow_id, owner_id, content_hash, changed_at)
    select ${tenantId}::uuid, ${kind}, e.entity_id, e.part, e.title, e.code, e.name_key, e.head::tsvector, e.tsv::tsvector,
      e.workflow_id, e.owner_id, e.content_hash, e.changed_at
    from unnest(${column('entity_id')}::uuid[], ${column('part')}::int[], ${column('title')}::text[],
      ${column('code')}::text[], ${column('name_key')}::text[], ${column('head')}::text[], ${column('tsv')}::text[],
      ${column('workflow_id')}::uuid[], ${column('owner_id')}::uuid[], ${column('content_hash')}::bytea[],
      ${column('changed_at')}::timestamptz[])
      e (entity_id, part, title, code, name_key, head, tsv, workflow_id, owner_id, content_hash, changed_at)
    on conflict (tenant_id, kind, entity_id, part) do update set title = excluded.title, code = excluded.code,
      name_key = excluded.name_key, head = excluded.head, tsv = excluded.tsv, workflow_id = excluded.workflow_id,
      owner_id = excluded.owner_id, content_hash = excluded.content_hash, changed_at = excluded.changed_at`.execute(db)
}

/** What is gone, and parts that a shorter text no longer has. */
export async function dropParts(
  db: Db,
  tenantId: string,
  kind: string,
  parts: readonly { id: string; from: number }[],
): Promise<void> {
  if (parts.length === 0) return
  await sql`delete from search_entries e using unnest(${parts.map(({ id }) => id)}::uuid[],
      ${parts.map(({ from }) => from)}::int[]) gone (id, part)
    where e.tenant_id = ${tenantId} and e.kind = ${kind} and e.entity_id = gone.id and e.part >= gone.part`.execute(db)
}

/** One indexes a workspace at a time: what it reads is then never older than what stands in the index. */
export async function tryLockIndex(db: Db, tenantId: string): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${indexLock(tenantId)}, 0)) as mine`.execute(db)
  return rows[0]?.mine ?? false
}

/** What is closed is about to be erased, and nothing is written any more. */
export async function isClosed(db: Db, tenantId: string): Promise<boolean> {
  const tenant = await db.selectFrom('tenants').select('status').where('id', '=', tenantId).executeTakeFirst()
  return tenant === undefined || tenant.status === 'closed'
}

/** Taken away with the commit that has indexed them; of one kind, whose things are large, only a few. */
export async function takePending(
  db: Db,
  tenantId: string,
  { limit, large, most }: { limit: number; large: string; most: number },
) {
  const { rows } = await sql<{ kind: string; entity_id: string }>`
    delete from search_pending where tenant_id = ${tenantId} and id in (
      select id from (
        select id, kind, count(*) filter (where kind = ${large}) over (order by id) as nth from (
          select id, kind from search_pending where tenant_id = ${tenantId} order by id limit ${limit}) first) o
      where kind <> ${large} or nth <= ${most})
    returning kind, entity_id`.execute(db)
  return rows
}

export async function lockBuild(db: Db, tenantId: string) {
  await sql`insert into search_builds (tenant_id) values (${tenantId}) on conflict do nothing`.execute(db)
  return db
    .selectFrom('search_builds')
    .select(['version', 'kind', 'place'])
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function setBuild(db: Db, tenantId: string, build: { version?: number; kind: string; place: string }) {
  await db.updateTable('search_builds').set(build).where('tenant_id', '=', tenantId).execute()
}

export async function idsAfter(db: Db, tenantId: string, table: string, place: string, limit: number) {
  const { rows } = await sql<{ id: string }>`select o.id from ${sql.table(table)} o
    where o.tenant_id = ${tenantId} and o.id > ${place} order by o.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Entries in a range of ids whose things are not there any more. */
export async function dropOthers(
  db: Db,
  tenantId: string,
  kind: string,
  range: { after: string; upTo: string | undefined; ids: readonly string[] },
): Promise<void> {
  await sql`delete from search_entries where tenant_id = ${tenantId} and kind = ${kind} and entity_id > ${range.after}
    and ${range.upTo === undefined ? sql`true` : sql`entity_id <= ${range.upTo}`}
    and entity_id <> all (${range.ids}::uuid[])`.execute(db)
}

/** Of kinds that are searched no more. */
export async function dropOtherKinds(db: Db, tenantId: string, kinds: readonly string[]): Promise<void> {
  await sql`delete from search_entries where tenant_id = ${tenantId} and kind <> all (${kinds}::text[])`.execute(db)
}
