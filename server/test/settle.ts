import type pg from 'pg'

/** As autovacuum does it: every table that has rows on its own. Nothing is known then of a partitioned one as a whole. */
export async function settle(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_relation_size(oid) > 0`,
  )
  for (const { name } of rows) await admin.query(`vacuum analyze ${name}`)
}
