import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

/** How long a poke may take before the reconciler helps. */
const GRACE = sql`interval '2 minutes'`

/** In the transaction of the turn: until when the engine must have looked. */
export async function putDuty(db: Db, tenantId: string, instanceId: string): Promise<void> {
  await sql`insert into instance_wants as w (tenant_id, instance_id, by)
    values (${tenantId}, ${instanceId}, now() + ${GRACE})
    on conflict (tenant_id, instance_id) do update set by = least(w.by, excluded.by)`.execute(db)
}

interface KnownDeadline {
  id: string
  wanted_by: string | null
}

/**
 * The engine has looked: when it must look again (as milliseconds since the epoch), if at all. A problem is kept, and so
 * is an earlier moment that somebody has set since the row was read: a child that ended holds its own lock alone.
 */
export async function putDeadline(
  db: Db,
  tenantId: string,
  { id, wanted_by: known }: KnownDeadline,
  by: number | null,
): Promise<void> {
  if (by === null) {
    if (known === null) return
    await sql`with kept as (
        update instance_wants set by = 'infinity'
        where tenant_id = ${tenantId} and instance_id = ${id} and by = ${known}::timestamptz and problem is not null)
      delete from instance_wants
      where tenant_id = ${tenantId} and instance_id = ${id} and by = ${known}::timestamptz and problem is null`.execute(
      db,
    )
    return
  }
  await sql`insert into instance_wants as w (tenant_id, instance_id, by) values (${tenantId}, ${id}, ${new Date(by)})
    on conflict (tenant_id, instance_id) do update set
      by = case when w.by = ${known}::timestamptz then excluded.by else least(w.by, excluded.by) end`.execute(db)
}

/** After a turn: whatever could not be done before, it goes on. */
export async function forgetProblem(db: Db, tenantId: string, instanceId: string): Promise<void> {
  await sql`with kept as (
      update instance_wants set problem = null, tries = 0
      where tenant_id = ${tenantId} and instance_id = ${instanceId} and by < 'infinity')
    delete from instance_wants where tenant_id = ${tenantId} and instance_id = ${instanceId} and by = 'infinity'`.execute(
    db,
  )
}

/** Shown from now on. Returns true if no problem was recorded before. */
export async function putProblem(db: Db, tenantId: string, instanceId: string, problem: string): Promise<boolean> {
  // The instance first, as everyone does; what has ended meanwhile has no problem any more.
  const { rows: open } = await sql`select from instances where tenant_id = ${tenantId} and id = ${instanceId}
    and status in ('pending', 'in_progress', 'failed') for no key update`.execute(db)
  if (open.length === 0) return false
  const { rows } = await sql<{ fresh: boolean }>`insert into instance_wants as w (tenant_id, instance_id, by, problem)
    values (${tenantId}, ${instanceId}, 'infinity', ${problem})
    on conflict (tenant_id, instance_id) do update set problem = excluded.problem
    returning old.problem is null as fresh`.execute(db)
  await putStatus(db, tenantId, instanceId, 'failed')
  return rows[0]?.fresh ?? false
}

/** `sync` failed once more; says how often that is by now. */
export async function countTry(db: Db, tenantId: string, instanceId: string): Promise<number> {
  const { rows } = await sql<{ tries: number }>`insert into instance_wants as w (tenant_id, instance_id, by, tries)
    select tenant_id, id, now() + ${GRACE}, 1 from instances where tenant_id = ${tenantId} and id = ${instanceId}
    on conflict (tenant_id, instance_id) do update set tries = w.tries + 1
    returning tries`.execute(db)
  return rows[0]?.tries ?? 0
}

export async function forgetTries(db: Db, tenantId: string, instanceId: string): Promise<void> {
  await sql`update instance_wants set tries = 0 where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(
    db,
  )
}

/** Moves the deadline by this long, plus the grace period. */
export async function postpone(db: Db, tenantId: string, instanceId: string, milliseconds: number): Promise<void> {
  await sql`update instance_wants set by = now() + ${milliseconds} * interval '1 millisecond' + ${GRACE}
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(db)
}

export async function putStatus(db: Db, tenantId: string, instanceId: string, status: string): Promise<void> {
  await sql`update instances set status = ${status}, updated_at = now()
    where tenant_id = ${tenantId} and id = ${instanceId}`.execute(db)
}
