import type { Json } from '@throughline/flow/eval'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid, notYours } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { playAct } from '../../instances/instances.public.ts'
import { beginTaskAct, recordTaskAct, requireWorkable } from '../task-act.ts'
import type { LockedTask } from '../task-lock.queries.ts'
import { putPart, putTask } from '../task-write.queries.ts'
import { findAnswers, putAnswers } from './answers.queries.ts'
import { checkedForm } from './check-form.ts'
import { requireAssignable, requireUnblocked } from './require-assignable.ts'

export interface Completion {
  answers?: Record<string, Json> | undefined
  /** Of a query. */
  answer?: string | undefined
}

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
const saysTheSame = (one: unknown, other: unknown) => JSON.stringify(one, sorted) === JSON.stringify(other, sorted)

/** A request that is sent again, because its answer was lost, finds done what it wanted. */
async function isRepeat(
  { db, tenantId }: TenantTx,
  viewer: Viewer,
  task: LockedTask,
  values: () => Promise<Record<string, Json>>,
) {
  if (task.status !== 'completed' && task.status !== 'review') return false
  const known = await findAnswers(db, tenantId, task.id)
  return known?.answered_by === viewer.memberId && saysTheSame(known.answers, await values())
}

/** Whoever does it has it. */
async function assignToViewer(tx: TenantTx, viewer: Viewer, task: LockedTask) {
  if (task.assigned_to === null) await putPart(tx.db, tx.tenantId, task.id, 'assignee', viewer.memberId)
}

/** The draft they came from is found no more. */
async function keepAnswers(tx: TenantTx, task: LockedTask, memberId: string, values: Record<string, Json>) {
  const draft = await putAnswers(tx.db, tx.tenantId, task.id, memberId, values)
  if (draft) tx.index('task_draft', draft)
}

async function completeForm(tx: TenantTx, viewer: Viewer, task: LockedTask, given: Completion['answers']) {
  const { db, tenantId } = tx
  const { memberId } = viewer
  if (await isRepeat(tx, viewer, task, () => checkedForm(tx, memberId, task, given))) return
  await requireWorkable(tx, task)
  await requireAssignable(tx, viewer, task)
  await requireUnblocked(tx, task)
  const values = await checkedForm(tx, memberId, task, given)
  await keepAnswers(tx, task, memberId, values)
  if (task.reviewer_id !== null && task.reviewer_id !== memberId) {
    const change = { status: 'review', review_status: 'waiting', review_comment: null, assigned_to: memberId }
    await putTask(db, tenantId, task.id, change)
    await assignToViewer(tx, viewer, task)
    return recordTaskAct(tx, 'sent_to_review', task)
  }
  const done = { status: 'completed', completed_by: memberId, completed_at: new Date(), assigned_to: memberId }
  await putTask(db, tenantId, task.id, done)
  await assignToViewer(tx, viewer, task)
  await playAct(tx, task, { t: 'done', by: memberId })
  return recordTaskAct(tx, 'completed', task)
}

async function answerQuery(tx: TenantTx, viewer: Viewer, task: LockedTask, answer: string | undefined) {
  const { db, tenantId } = tx
  const { memberId } = viewer
  if (answer === undefined) throw invalid('Enter an answer', [{ path: 'answer', message: 'required' }])
  if (await isRepeat(tx, viewer, task, async () => ({ answer }))) return
  await requireWorkable(tx, task)
  if (task.assigned_to !== memberId) throw notYours('Only the person who was asked can answer')
  await keepAnswers(tx, task, memberId, { answer })
  await putTask(db, tenantId, task.id, { status: 'completed', completed_by: memberId, completed_at: new Date() })
  await recordTaskAct(tx, 'completed', task)
  if (task.asked_by) {
    const about = { task: task.id, instance: task.instance_id, workflow: task.workflow_id }
    const to = [task.asked_by]
    tx.notify({ type: 'question_answered', because: 'participant', name: task.name, text: answer, to, about })
  }
  if (task.about_task) await recordTaskAct(tx, 'answered', { ...task, id: task.about_task })
}

/** By whoever does it: with its form filled in, or with the answer to what was asked. */
export async function completeByPerson(tx: TenantTx, viewer: Viewer, taskId: string, { answers, answer }: Completion) {
  const task = await beginTaskAct(tx, viewer, taskId)
  if (task.task_type === 'query') return answerQuery(tx, viewer, task, answer)
  if (task.task_type === 'manual') return completeForm(tx, viewer, task, answers)
  throw conflict(
    'not_manual',
    task.task_type === 'approval'
      ? 'Approvals can’t be completed. Decide it instead.'
      : 'This step runs by itself. Retry or override it.',
  )
}
