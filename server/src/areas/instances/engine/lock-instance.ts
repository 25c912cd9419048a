import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import { type InstanceRow, selectInstanceForUpdate } from './instance.queries.ts'

/**
 * The order of locks, the same for everyone, so that nobody waits in a circle: the idempotency key; a parent; the
 * instance, or several by id; its tasks by id; documents; `instance_wants`; counters; the number of a new instance.
 */
type Holding = ReadTx

/** The instances locked so far, by transaction. */
const lockedByTransaction = new WeakMap<Db, Set<string>>()

function note(db: Db, ids: readonly string[]): void {
  const known = lockedByTransaction.get(db) ?? new Set()
  for (const id of ids) known.add(id)
  lockedByTransaction.set(db, known)
}

/** Locks the instance until the commit, and returns all that a turn needs. */
export async function lockInstance({ db, tenantId }: Holding, instanceId: string): Promise<InstanceRow | undefined> {
  const row = await selectInstanceForUpdate(db, tenantId, instanceId)
  if (row) note(db, [row.id])
  return row
}

/** Locks the instances of these tasks; called before the tasks themselves are locked. */
export async function lockInstancesOf({ db, tenantId }: Holding, taskIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select i.id from instances i where i.tenant_id = ${tenantId}
    and i.id in (select t.instance_id from tasks t where t.tenant_id = ${tenantId} and t.id = any (${taskIds}::uuid[]))
    order by i.id for no key update`.execute(db)
  note(
    db,
    rows.map(({ id }) => id),
  )
}

/** Locking a task before its instance would sooner or later deadlock with one of the instance's turns. */
export function requireLocked(db: Db, instanceId: string): void {
  if (!lockedByTransaction.get(db)?.has(instanceId))
    throw new Error(`a task of ${instanceId} is held before its instance`)
}
