import pg from 'pg'
import type { TestDatabase } from './database.ts'

export interface Change {
  table: string
  /** Whose row it is, in tables that say so. */
  tenant: string | null
  act: 'INSERT' | 'UPDATE' | 'DELETE'
  rows: number
}

export interface Changes {
  /** What was changed and committed since this was last asked. */
  since(): Promise<Change[]>
  close(): Promise<void>
}

const EVERY = `select c.relname as name from pg_class c
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    and c.relname <> 'schema_migrations'`

/** The database itself notes what changes in these tables, or in all: asking costs the same however much they hold. */
export async function watchChanges({ url }: TestDatabase, tables?: readonly string[]): Promise<Changes> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const names = tables ?? (await client.query<{ name: string }>(EVERY)).rows.map(({ name }) => name)
  const triggers = names.map(
    (name) =>
      `create trigger zz_watched after insert or update or delete on ${name} for each row execute function watched.note('${name}');`,
  )
  await client.query(`
    create schema watched;
    create unlogged table watched.changes (name text not null, tenant text, act text not null);
    create function watched.note() returns trigger language plpgsql security definer as
      $$ begin
        insert into watched.changes values (tg_argv[0], to_jsonb(coalesce(new, old)) ->> 'tenant_id', tg_op);
        return null;
      end $$;
    ${triggers.join('\n')}`)
  return {
    since: async () => {
      const { rows } = await client.query<Change>(
        `with seen as (delete from watched.changes returning *)
         select name as table, tenant, act, count(*)::int as rows from seen group by name, tenant, act`,
      )
      return rows
    },
    close: () => client.end(),
  }
}

/** How many rows came and went in each table that changed in number. Which slot a counter uses is its connection's affair. */
export function difference(changes: readonly Change[]): Record<string, number> {
  const by = new Map<string, number>()
  for (const { table, act, rows } of changes) {
    if (act === 'UPDATE' || table === 'counters') continue
    by.set(table, (by.get(table) ?? 0) + (act === 'INSERT' ? rows : -rows))
  }
  return Object.fromEntries([...by].filter(([, rows]) => rows !== 0))
}
