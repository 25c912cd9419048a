import type { PersonId } from '@throughline/contracts/ids'
import type pg from 'pg'
import type { Context } from '../context.ts'
import { boundKysely } from './bound-kysely.ts'
import { PendingWork } from './pending-work.ts'
import type { DutyTx } from './tenant-tx.ts'
import { transaction } from './transaction.ts'

/** Work outside of any tenant. The duties that it leaves are the directory's, which takes them out of the queue. */
export async function dutyTransaction<T>(
  ctx: Context,
  pool: pg.Pool,
  person: PersonId | undefined,
  work: (tx: DutyTx) => Promise<T>,
): Promise<T> {
  const pending = new PendingWork()
  const result = await transaction(pool, person ? { person } : {}, 'write', async (client, lease) => {
    const db = boundKysely(client, lease)
    const made = await work({
      db,
      start: (aggregateId, payload) => pending.duties.push({ aggregateId, topic: 'workflow.start', payload }),
      afterCommit: (act) => pending.afterCommit.push(act),
    })
    await pending.flush(db, undefined, ctx.origin)
    return made
  })
  if (pending.sent.length > 0) ctx.dispatch(pending.sent, 'identity')
  for (const act of pending.afterCommit) act()
  return result
}
