import type { TestDatabase } from './database.ts'

/** Names the tables in which a secret stands anywhere: as text, as the bytes of that text, or as the bytes it encodes. */
export async function foundInDatabase(database: TestDatabase, secret: string): Promise<string[]> {
  const wanted = [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').slice(0, -4),
    Buffer.from(secret, 'base64url').toString('hex'),
  ]
  return database.admin(async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'`,
    )
    const found: string[] = []
    for (const { name } of rows) {
      const hit = await admin.query(
        `select from ${name} row, unnest($1::text[]) wanted (piece) where strpos(row::text, wanted.piece) > 0 limit 1`,
        [wanted],
      )
      if (hit.rowCount) found.push(name)
    }
    return found
  })
}
