import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

const key = (instanceId: string) => sql`hashtextextended('files of ' || ${instanceId}, 0)`

/** Whoever puts a file there copies who may see it: until the commit that stays so. Others may put theirs there too. */
export async function shareFilesOf(db: Db, instanceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${key(instanceId)})`.execute(db)
}

/** Before what all files of an instance say is changed: those that are on their way are waited for. */
export async function lockFilesOf(db: Db, instanceId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key(instanceId)})`.execute(db)
}
