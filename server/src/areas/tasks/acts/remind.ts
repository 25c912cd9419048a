import type { Context } from '../../../core/context.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { remindAssignees } from '../../instances/instances.public.ts'
import { beginTaskAct, notOpen, recordTaskAct } from '../task-act.ts'

const HOUR = 3_600_000

/** By mail, whoever it waits for; held with the task, so that two who remind at once send one mail. */
export async function remindByPerson(ctx: Context, tx: TenantTx, viewer: Viewer, taskId: string): Promise<void> {
  const task = await beginTaskAct(tx, viewer, taskId)
  if (task.status !== 'pending' && task.status !== 'in_progress' && task.status !== 'review') throw notOpen(task.status)
  if (task.reminded_at && Date.now() - task.reminded_at.getTime() < HOUR) {
    throw conflict('reminded', 'A reminder was sent less than an hour ago')
  }
  const mails = await remindAssignees(ctx, tx, [taskId])
  if (mails === 0) throw conflict('nobody_asked', 'No one can be reminded about this')
  await recordTaskAct(tx, 'reminded', task, { mails })
}
