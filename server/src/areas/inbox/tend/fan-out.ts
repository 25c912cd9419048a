import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Scope, TenantTx } from '../../../core/db/tenant-tx.ts'
import { lockInstancesOf } from '../../instances/instances.public.ts'
import { askOf } from '../telling/message-words.ts'
import { recipientsOf } from '../telling/recipients.queries.ts'
import { type NoticeRow, putTelling, type Telling } from '../telling/tell.queries.ts'
import { follow } from '../telling/tell-people.ts'
import { endAsks, followersOf, putFanOut, takeFanOut } from './tend.queries.ts'

const BATCH = 200

const NOTHING: Telling = { tasks: [], partial: [], asked: [], notices: [] }

interface Batch {
  telling: Telling
  /** Up to whom they are told; undefined: these were the last. */
  last: string | undefined
  /** Of a task: whom it waits for, as far as they are in this batch. */
  waited?: readonly string[]
}

/** Whom a task waits for is read anew for each batch: if it was taken meanwhile, nobody else is told. */
async function queueBatch(tx: TenantTx, taskId: string, after: string | null): Promise<Batch> {
  // Nobody takes it between being read and being told of: that would leave people asked for what is taken.
  await lockInstancesOf(tx, [taskId])
  const rows = await recipientsOf(tx.db, tx.tenantId, { taskIds: [taskId], after, queueLimit: BATCH })
  const queued = rows.filter(({ part }) => part === 'queue')
  const members = queued.map(({ member_id }) => member_id).sort()
  return {
    telling: { ...NOTHING, tasks: [taskId], partial: [taskId], asked: queued.map(askOf) },
    last: queued.length === BATCH ? members.at(-1) : undefined,
    waited: rows.map(({ member_id }) => member_id),
  }
}

/** Those named, and those who follow the workflow and may see what it is about. */
async function noticeBatch({ db, tenantId }: TenantTx, row: NoticeRow, after: string | null): Promise<Batch> {
  const { followers, ...notice } = row
  const following =
    followers && notice.workflow_id
      ? await followersOf(db, tenantId, notice.workflow_id, { among: followers, after, most: BATCH + 1 })
      : []
  const people = [...new Set([...notice.to, ...following])].filter((one) => after === null || one > after).sort()
  const to = people.slice(0, BATCH)
  return {
    telling: { ...NOTHING, notices: [{ ...notice, to }] },
    last: people.length > BATCH ? to.at(-1) : undefined,
  }
}

/** Tells the next batch of a queue or notice that has more people than an act tells itself. Says whether there was one. */
export const fanOutOnce = (ctx: Context, scope: Scope): Promise<boolean> =>
  inTenant(ctx, scope, async (tx) => {
    const { db, tenantId } = tx
    const fanOut = await takeFanOut(db, tenantId)
    if (!fanOut) return false
    const { id, task_id, notice, told_upto: after } = fanOut
    const batch = task_id ? await queueBatch(tx, task_id, after) : notice && (await noticeBatch(tx, notice, after))
    if (batch) {
      const { telling, last, waited } = batch
      const hold = ctx.config.MAIL_HOLD_SECONDS
      const { told, wake } = await putTelling(db, telling, { actor: fanOut.actor_id, hold })
      // Their inboxes are locked by now.
      const ended = task_id && waited ? await endAsks(db, tenantId, task_id, { after, last, waited }) : []
      follow(ctx, tx, { told: [...told, ...ended], wake })
    }
    await putFanOut(db, tenantId, id, batch?.last ?? null)
    return true
  })
