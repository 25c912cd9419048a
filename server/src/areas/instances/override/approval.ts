import type { Context } from '../../../core/context.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { forbidden, notYours } from '../../../core/errors.ts'
import { may, type Viewer } from '../../../core/http/viewer.ts'
import { queueMail } from '../../../core/mail/queue-mail.ts'
import type { Version } from '../engine/version.ts'
import { excludedFrom, forbidsOwnWork } from '../excluded-from.service.ts'
import { hasUploadedTo } from '../instances.ports.ts'
import { type ApprovalRun, approversOf, hasVote, taskIdsOf } from './approval.queries.ts'
import type { OverrideNotice } from './notice.ts'

interface ApprovalContext extends ApprovalRun {
  version: Pick<Version, 'doc' | 'exprs'>
  startedBy: string | null
}

/** An override is no second way to decide: people with a part in the decision have none in overriding it. */
export async function requireOverridable(tx: ReadTx, viewer: Viewer, approval: ApprovalContext): Promise<void> {
  if (!may(viewer, 'approvals.override')) throw forbidden('Only managers can override an approval')
  const { version, instanceId, step, startedBy } = approval
  const excluded = await excludedFrom(tx, version, { instance_id: instanceId, step, started_by: startedBy })
  if (excluded.has(viewer.memberId)) throw notYours('You can’t override the approval of your own work')
  if (forbidsOwnWork(version, step)) {
    const tasks = await taskIdsOf(tx.db, tx.tenantId, approval)
    if (await hasUploadedTo.call(tx.db, tx.tenantId, tasks, viewer.memberId))
      throw notYours('You can’t override the approval of a file that you uploaded')
  }
  if (await hasVote(tx.db, tx.tenantId, approval, viewer.memberId)) {
    throw notYours('You have a vote in this approval. Vote instead of overriding it.')
  }
}

/** Mails the approvers whose decision was overridden. */
export async function notifyApprovers(ctx: Context, tx: TenantTx, viewer: Viewer, run: ApprovalRun, reason: string) {
  for (const { email, task_id, task, instance } of await approversOf(tx.db, tx.tenantId, run)) {
    const link = `${ctx.config.APP_ORIGIN}/tasks/${task_id}`
    const notice: OverrideNotice = { kind: 'approval_overridden', task, instance, by: viewer.user.name, reason, link }
    await queueMail(ctx, tx, email, notice)
  }
}
