import { asAdmin } from '../database.ts'

const DATABASES = ['temporal', 'temporal_visibility']

const positionIn = (database: string) =>
  asAdmin(async (admin) => {
    const { rows } = await admin.query<{ at: string }>('select pg_current_xact_id()::xid::text as at')
    return rows[0]?.at ?? ''
  }, database)

const rowsSince = (database: string, at: string) =>
  asAdmin(async (admin) => {
    const { rows: tables } = await admin.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname = 'public'`,
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await admin.query<{ text: string }>(
        `select row::text as text from ${name} row where age(row.xmin) <= age($1::xid)`,
        [at],
      )
      texts.push(...rows.map(({ text }) => text))
    }
    return texts.join('\n')
  }, database)

/** From now on: what is written to the engine's own databases, bytes as hex. */
export async function createEngineRows(): Promise<() => Promise<string>> {
  const positions: [string, string][] = []
  for (const database of DATABASES) positions.push([database, await positionIn(database)])
  return async () => {
    const texts: string[] = []
    for (const [database, at] of positions) texts.push(await rowsSince(database, at))
    return texts.join('\n')
  }
}
