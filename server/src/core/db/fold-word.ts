import { sql } from 'kysely'
import type { Db } from './bound-kysely.ts'

/** Words as the `…_key` columns hold them, without case and accents. */
export async function foldWord(db: Db, search: string): Promise<string> {
  const { rows } = await sql<{ word: string }>`select app.fold(${search}) as word`.execute(db)
  return rows[0]?.word ?? ''
}
