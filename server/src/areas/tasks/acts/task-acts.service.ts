import type { Body, Made } from '@throughline/contracts/endpoint'
import type { askQuery, completeTask } from '@throughline/contracts/task-acts'
import type { getTask } from '@throughline/contracts/tasks'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { taskDetail } from '../detail/task-detail.ts'
import { askByPerson } from './ask.ts'
import { claimByPerson, releaseByPerson } from './claim.ts'
import { completeByPerson } from './complete.ts'
import { type Decision, decideByPerson } from './decide.ts'
import { type Edit, editByPerson } from './edit.ts'
import { overrideByPerson, retryByPerson } from './operate.ts'
import { remindByPerson } from './remind.ts'
import { type Review, reviewByPerson } from './review.ts'

export { keepDraft } from './draft.ts'

type Answer = Promise<Made<typeof getTask>>

/** Answers with the task as it is now, after all that followed from the act. */
const acted = (ctx: Context, viewer: Viewer, taskId: string, act: (tx: TenantTx) => Promise<void>): Answer =>
  inTenant(ctx, viewer, async (tx) => {
    await act(tx)
    return taskDetail(ctx, tx, viewer, taskId)
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
  acted(ctx, viewer, taskId, (tx) => remindByPerson(ctx, tx, viewer, taskId))
