import type { Context } from '../../../core/context.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { openTasksOf } from '../reminders/reminder.queries.ts'
import { remindAssignees } from '../reminders/reminder.service.ts'
import type { Ticket } from './running.ts'

/** Part of the turn, so that a rerun sends no second mail. */
export async function remindPeople(ctx: Context, tx: TenantTx, instanceId: string, runs: readonly Ticket[]) {
  const tasks = await openTasksOf(tx.db, tx.tenantId, instanceId, runs)
  if (tasks.length > 0) await remindAssignees(ctx, tx, tasks)
}
