import type { Body, Made } from '@throughline/contracts/endpoint'
import type { askQuery, completeTask } from '@throughline/contracts/task-acts'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { taskPages } from '../list/task-rows.queries.ts'
import { scanNext, scanTask } from '../list/task-scan.ts'
import { taskOnWire } from '../task-wire.ts'
import { askByPerson } from './ask.ts'
import { claimByPerson, releaseByPerson } from './claim.ts'
import { completeByPerson } from './complete.ts'
import { type Decision, decideByPerson } from './decide.ts'
import { type Edit, editByPerson } from './edit.ts'
import { overrideByPerson, retryByPerson } from './operate.ts'
import { remindByPerson } from './remind.ts'
import { type Review, reviewByPerson } from './review.ts'

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
  acted(ctx, viewer, taskId, (tx) => remindByPerson(ctx, tx, viewer, taskId))
