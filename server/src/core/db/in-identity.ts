import type { PersonId } from '@throughline/contracts/ids'
import type { Context } from '../context.ts'
import { boundKysely } from './bound-kysely.ts'
import { PendingWork } from './pending-work.ts'
import type { DutyTx } from './tenant-tx.ts'
import { transaction } from './transaction.ts'

/** The door to the directory: people, sessions, verification strings, and duties that arise before a tenant is known. */
export async function inIdentity<T>(
  ctx: Context,
  person: PersonId | undefined,
  work: (tx: DutyTx) => Promise<T>,
): Promise<T> {
  if (ctx.identityTx) return work(ctx.identityTx)
  const pending = new PendingWork()
  const result = await transaction(ctx.pools.identity, person ? { person } : {}, 'write', async (client, lease) => {
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
