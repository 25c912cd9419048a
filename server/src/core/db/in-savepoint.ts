import { sql } from 'kysely'
import type { NewAudit, NewEvent, Notice, TenantTx, WorkflowPoke, WorkflowStart } from './tenant-tx.ts'

/**
 * Work that may fail without costing the rest of its transaction. What it leaves behind beside its rows (events, counts,
 * duties) is left only if it is done; the error is the caller's to judge. One at a time.
 */
export async function inSavepoint<T>(tx: TenantTx, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  const left: (() => void)[] = []
  const later =
    <A extends unknown[]>(leave: (...args: A) => void) =>
    (...args: A): void =>
      void left.push(() => leave(...args))
  const inner: TenantTx = {
    ...tx,
    emit: later((event: NewEvent) => tx.emit(event)),
    audit: later((entry: NewAudit) => tx.audit(entry)),
    notify: later((notice: Notice) => tx.notify(notice)),
    count: later((name: string, key: string, by: number) => tx.count(name, key, by)),
    index: later((kind: string, id: string) => tx.index(kind, id)),
    start: later((aggregateId: string, start: WorkflowStart) => tx.start(aggregateId, start)),
    poke: later((aggregateId: string, poke: WorkflowPoke) => tx.poke(aggregateId, poke)),
    afterCommit: later((act: () => void) => tx.afterCommit(act)),
    afterRollback: later((act: Parameters<TenantTx['afterRollback']>[0]) => tx.afterRollback(act)),
  }
  await sql`savepoint attempt`.execute(tx.db)
  let made: T
  try {
    made = await work(inner)
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx.db)
    await sql`release savepoint attempt`.execute(tx.db)
    throw error
  }
  await sql`release savepoint attempt`.execute(tx.db)
  for (const leave of left) leave()
  return made
}
