import { sql } from 'kysely'

/** For `where id = …` with any number of ids: one parameter, so that the statement is planned once. */
export const among = (ids: readonly string[]) => sql<string>`any (${ids}::uuid[])`
