import { Context as Activity } from '@temporalio/activity'
import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { Scope } from '../../../core/db/tenant-tx.ts'
import { digestOnce } from '../mails/mail-digests.ts'
import { mailOnce } from '../mails/mail-messages.ts'
import { lockInbox } from '../messages/labels.queries.ts'
import { markRead } from '../messages/message-acts.queries.ts'
import { fanOutOnce } from './fan-out.ts'
import { purgeOnce } from './purge-messages.ts'
import { dropReadMark, planNext, readMarks, wakeMessages } from './tend.queries.ts'

const WOKEN_AT_ONCE = 200
const MARKED_AT_ONCE = 5_000

/** What was put off comes back. Says whether there may be more. */
const wakeOnce = (ctx: Context, scope: Scope): Promise<boolean> =>
  inTenant(ctx, scope, async (tx) => {
    const changed = await wakeMessages(tx.db, tx.tenantId, WOKEN_AT_ONCE)
    if (changed.length > 0) tx.afterCommit(() => ctx.publish({ kind: 'inbox', tenantId: tx.tenantId, changed }))
    return changed.length === WOKEN_AT_ONCE
  })

/** Marks a batch of what counts as read already. Says whether there may be more. */
const markOnce = (ctx: Context, scope: Scope): Promise<boolean> =>
  inTenant(ctx, scope, async (tx) => {
    const [mark] = await readMarks(tx.db, tx.tenantId)
    if (!mark) return false
    const owner = { tenantId: tx.tenantId, memberId: mark.member_id }
    // News that commits meanwhile comes before or after this, and stays unread.
    await lockInbox(tx.db, owner)
    const marked = await markRead(tx.db, owner, mark.label, BigInt(mark.read_upto), MARKED_AT_ONCE)
    if (marked < MARKED_AT_ONCE) await dropReadMark(tx.db, tx.tenantId, mark)
    return true
  })

const TURNS = [fanOutOnce, markOnce, wakeOnce, mailOnce, digestOnce, purgeOnce]

/**
 * All that is due in the inboxes of a workspace; answers when there is more to do, as milliseconds. What fails keeps
 * nothing else back: the rest is done first, then the engine tries again.
 */
export async function tendOnce(ctx: Context, scope: Scope, beat: () => void = () => undefined): Promise<number | null> {
  const failures: unknown[] = []
  for (const turn of TURNS) {
    try {
      while (await turn(ctx, scope)) beat()
    } catch (error) {
      ctx.log.error(
        { err: error, turn: turn.name, tenantId: scope.tenantId },
        'a part of the inboxes is not looked after',
      )
      failures.push(error)
    }
    beat()
  }
  if (failures.length > 0) throw failures[0]
  const next = await inTenant(ctx, scope, (tx) => planNext(tx.db, tx.tenantId))
  return next?.getTime() ?? null
}

export const createTendActivities = (ctx: Context) => ({
  tendInboxesOnce: (tenantId: string): Promise<number | null> =>
    tendOnce(ctx, { tenantId: TenantId.parse(tenantId) }, () => Activity.current().heartbeat()),
})

export type TendActivities = ReturnType<typeof createTendActivities>
