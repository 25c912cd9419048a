import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Scope } from '../../../core/db/tenant-tx.ts'
import { askOf } from '../telling/message-words.ts'
import { recipientsOf } from '../telling/recipients.queries.ts'
import { putTelling, type Telling } from '../telling/tell.queries.ts'
import { follow } from '../telling/tell-people.ts'
import { putFanOut, takeFanOut } from './tend.queries.ts'

const BATCH = 200

const NOTHING: Telling = { tasks: [], partial: [], asked: [], notices: [] }

/**
 * Tells the next batch of a queue or notice that has more people than an act tells itself. Whom a queue's task waits for is
 * read anew for each batch: if it was taken meanwhile, nobody else is told. Says whether there was one.
 */
export const fanOutOnce = (ctx: Context, scope: Scope): Promise<boolean> =>
  inTenant(ctx, scope, async (tx) => {
    const { db, tenantId } = tx
    const fanOut = await takeFanOut(db, tenantId)
    if (!fanOut) return false
    const { id, task_id, notice, told_upto } = fanOut
    const telling = { ...NOTHING }
    let last: string | undefined
    if (task_id) {
      const rows = await recipientsOf(db, tenantId, { taskIds: [task_id], after: told_upto, queueLimit: BATCH })
      const queued = rows.filter(({ part }) => part === 'queue')
      Object.assign(telling, { tasks: [task_id], partial: [task_id], asked: queued.map(askOf) })
      last =
        queued.length === BATCH
          ? queued
              .map(({ member_id }) => member_id)
              .sort()
              .at(-1)
          : undefined
    } else if (notice) {
      const people = notice.to.filter((one) => told_upto === null || one > told_upto).sort()
      const to = people.slice(0, BATCH)
      telling.notices = [{ ...notice, to }]
      last = people.length > BATCH ? to.at(-1) : undefined
    }
    const hold = ctx.config.MAIL_HOLD_SECONDS
    follow(ctx, tx, await putTelling(db, telling, { actor: fanOut.actor_id, hold }))
    await putFanOut(db, tenantId, id, last ?? null)
    return true
  })
