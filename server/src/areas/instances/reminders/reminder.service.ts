import type { Context } from '../../../core/context.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { queueMail } from '../../../core/mail/queue-mail.ts'
import { remindedOf } from './reminder.queries.ts'
import type { Reminder } from './reminder.ts'

/** Mails whoever these tasks wait for, once the transaction has committed; says how many mails that are. */
export async function remindAssignees(ctx: Context, tx: TenantTx, taskIds: readonly string[]): Promise<number> {
  const asked = await remindedOf(tx.db, tx.tenantId, taskIds)
  for (const { task_id, task, instance, due, email } of asked) {
    const link = `${ctx.config.APP_ORIGIN}/tasks/${task_id}`
    const reminder: Reminder = { kind: 'task_reminder', task, instance, due, link }
    await queueMail(ctx, tx, email, reminder)
  }
  return asked.length
}
