import type { Body, Made } from '@throughline/contracts/endpoint'
import type { askQuery, completeTask } from '@throughline/contracts/task-acts'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid, notFound, notYours } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { playAct, remindAssignees } from '../../instances/instances.public.ts'
import { taskPages } from '../list/task-rows.queries.ts'
import { scanNext, scanTask } from '../list/task-scan.ts'
import { beginTaskAct, nameOf, notOpen, recordTaskAct } from '../task-act.ts'
import { taskOnWire } from '../task-wire.ts'
import { putTask } from '../task-write.queries.ts'
import { findAnswers } from './answers.queries.ts'
import { askByPerson } from './ask.ts'
import { claimByPerson, releaseByPerson } from './claim.ts'
import { completeByPerson } from './complete.ts'
import { type Decision, decideByPerson } from './decide.ts'
import { type Edit, editByPerson } from './edit.ts'
import { overrideByPerson, retryByPerson } from './operate.ts'

const HOUR = 3_600_000

interface Review {
  decision: 'pass' | 'return'
  comment: string
}

/** By the reviewer: done as it was handed in, or back to the assignee with what to change. */
async function reviewByPerson(tx: TenantTx, viewer: Viewer, taskId: string, { decision, comment }: Review) {
  const { db, tenantId } = tx
  const task = await beginTaskAct(tx, viewer, taskId)
  if (task.task_type !== 'manual') throw conflict('not_manual', 'This task has nothing to review')
  if (task.reviewer_id !== viewer.memberId) {
    throw notYours(
      task.reviewer_id ? `${await nameOf(tx, task.reviewer_id)} reviews this` : 'This task has no reviewer',
    )
  }
  if (task.status !== 'review') {
    throw task.status === 'completed'
      ? notOpen('completed')
      : conflict('not_in_review', 'This hasn’t been sent for review yet')
  }
  if (decision === 'return') {
    if (comment === '') throw invalid('Say what needs to change', [{ path: 'comment', message: 'required' }])
    await putTask(db, tenantId, taskId, { status: 'in_progress', review_status: 'returned', review_comment: comment })
    return recordTaskAct(tx, 'returned', task)
  }
  const by = (await findAnswers(db, tenantId, taskId))?.answered_by ?? task.assigned_to ?? viewer.memberId
  const done = { status: 'completed', completed_by: by, completed_at: new Date() }
  await putTask(db, tenantId, taskId, { ...done, review_status: 'passed', review_comment: comment || null })
  await playAct(tx, task, { t: 'done', by })
  return recordTaskAct(tx, 'reviewed', task)
}

/** Tells the people it waits for; locked with the task, so that two who remind at once are one reminder. */
async function remindByPerson(tx: TenantTx, viewer: Viewer, taskId: string): Promise<void> {
  const task = await beginTaskAct(tx, viewer, taskId)
  if (task.status !== 'pending' && task.status !== 'in_progress' && task.status !== 'review') throw notOpen(task.status)
  if (task.reminded_at && Date.now() - task.reminded_at.getTime() < HOUR) {
    throw conflict('reminded', 'A reminder was sent less than an hour ago')
  }
  const people = await remindAssignees(tx, [taskId])
  if (people === 0) throw conflict('nobody_asked', 'No one can be reminded about this')
  await recordTaskAct(tx, 'reminded', task, { people })
}

type Answer = Promise<Made<typeof completeTask>>

/** Answers with the task after all that followed from the act, and with what its doer is asked next: no more is read. */
const acted = (ctx: Context, viewer: Viewer, taskId: string, act: (tx: TenantTx) => Promise<void>): Answer =>
  inTenant(ctx, viewer, async (tx) => {
    await act(tx)
    const { db, tenantId } = tx
    const scans = [scanTask(tenantId, taskId, undefined), scanNext(tenantId, viewer.memberId, taskId)]
    const [own, next] = (await taskPages(db, tenantId, viewer.memberId, scans, 1)).map(({ rows: [row] }) => row)
    if (!own) throw notFound('This task')
    return { data: taskOnWire(tenantId, own), next: next ? taskOnWire(tenantId, next) : null }
  })

export const complete = (ctx: Context, viewer: Viewer, taskId: string, body: Body<typeof completeTask>): Answer =>
  acted(ctx, viewer, taskId, (tx) =>
    body?.override ? overrideByPerson(ctx, tx, viewer, taskId, body) : completeByPerson(tx, viewer, taskId, body ?? {}),
  )

export const retry = (ctx: Context, viewer: Viewer, taskId: string): Answer =>
  acted(ctx, viewer, taskId, (tx) => retryByPerson(tx, viewer, taskId))

export const decide = (ctx: Context, viewer: Viewer, taskId: string, decision: Decision): Answer =>
  acted(ctx, viewer, taskId, (tx) => decideByPerson(tx, viewer, taskId, decision))

export const review = (ctx: Context, viewer: Viewer, taskId: string, given: Review): Answer =>
  acted(ctx, viewer, taskId, (tx) => reviewByPerson(tx, viewer, taskId, given))

export const claim = (ctx: Context, viewer: Viewer, taskId: string): Answer =>
  acted(ctx, viewer, taskId, (tx) => claimByPerson(tx, viewer, taskId))

export const release = (ctx: Context, viewer: Viewer, taskId: string): Answer =>
  acted(ctx, viewer, taskId, (tx) => releaseByPerson(tx, viewer, taskId))

export const edit = (ctx: Context, viewer: Viewer, taskId: string, change: Edit): Answer =>
  acted(ctx, viewer, taskId, (tx) => editByPerson(tx, viewer, taskId, change))

export const ask = (ctx: Context, viewer: Viewer, taskId: string, query: Body<typeof askQuery>): Answer =>
  acted(ctx, viewer, taskId, (tx) => askByPerson(tx, viewer, taskId, query))

export const remind = (ctx: Context, viewer: Viewer, taskId: string): Answer =>
  acted(ctx, viewer, taskId, (tx) => remindByPerson(tx, viewer, taskId))
