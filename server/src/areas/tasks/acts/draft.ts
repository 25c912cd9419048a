import type { Json } from '@throughline/flow/eval'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { publishTaskFrame } from '../../instances/instances.public.ts'
import { beginTaskAct, requireWorkable } from '../task-act.ts'
import { putTask } from '../task-write.queries.ts'
import { putDraft } from './answers.queries.ts'
import { requireAnswersToForm } from './check-form.ts'
import { requireAssignable } from './require-assignable.ts'

const MAX_BYTES = 256 * 1024

/** Kept for the viewer alone, as they are; the first ones say that somebody is at it. */
export const keepDraft = (ctx: Context, viewer: Viewer, taskId: string, answers: Record<string, Json>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    if (JSON.stringify(answers).length > MAX_BYTES) throw invalid('These answers are too long to save')
    const task = await beginTaskAct(tx, viewer, taskId)
    if (task.task_type !== 'manual') throw conflict('not_manual', 'This task has no form')
    await requireWorkable(tx, task)
    await requireAssignable(tx, viewer, task)
    await requireAnswersToForm(tx, viewer.memberId, task, answers)
    const { id, updated_at } = await putDraft(db, tenantId, taskId, viewer.memberId, answers)
    tx.index('task_draft', id)
    if (task.status === 'pending') {
      await putTask(db, tenantId, taskId, { status: 'in_progress' })
      const { instance_id, workflow_id, narrowed } = task
      await publishTaskFrame(tx, 'task.begun', taskId, { id: instance_id, workflow_id, narrowed })
    }
    return { saved_at: updated_at.toISOString() }
  })
