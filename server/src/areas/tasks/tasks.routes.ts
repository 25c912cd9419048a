import { randomUUID } from 'node:crypto'
import * as acts from '@throughline/contracts/task-acts'
import * as tasks from '@throughline/contracts/tasks'
import type { FastifyRequest } from 'fastify'
import type { Mount } from '../../core/http/call.ts'
import { tenantKey } from '../../core/keys/tenant-key.ts'
import { actOnMany } from './acts/bulk.service.ts'
import * as act from './acts/task-acts.service.ts'
import { readTask } from './detail/task-detail.service.ts'
import { handOver, openWork } from './handover/open-work.service.ts'
import { tasksBoard } from './list/board.service.ts'
import { ownCounts } from './list/counts.service.ts'
import { tasksPage } from './list/task-list.service.ts'

/** The engine does what it is asked once for each: a request that is sent again asks under the same name. */
const updateId = ({ headers }: FastifyRequest) => {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key.slice(0, 200) : randomUUID()
}

/**
 * `never`: what waits for the engine holds no transaction open, and what is done to many has one for each. A repeat finds
 * done what it wanted.
 */
const WITHOUT_TRANSACTION = { once: 'never' } as const

export const taskRoutes = (on: Mount) => {
  on(tasks.listTasks, ({ ctx, viewer, query }) => tasksPage(ctx, viewer, query))
  on(tasks.boardTasks, ({ ctx, viewer, query }) => tasksBoard(ctx, viewer, query))
  on(tasks.countTasks, ({ ctx, viewer }) => ownCounts(ctx, viewer))
  on(tasks.getTask, ({ ctx, viewer, params }) => readTask(ctx, viewer, params.taskId))
  on(acts.editTask, ({ ctx, viewer, params, body }) => act.edit(ctx, viewer, params.taskId, body))
  on(
    acts.completeTask,
    ({ ctx, viewer, params, body, request }) => act.complete(ctx, viewer, params.taskId, body, updateId(request)),
    WITHOUT_TRANSACTION,
  )
  on(
    acts.retriggerTask,
    ({ ctx, viewer, params, request }) => act.retry(ctx, viewer, params.taskId, updateId(request)),
    WITHOUT_TRANSACTION,
  )
  on(acts.decideTask, ({ ctx, viewer, params, body }) => act.decide(ctx, viewer, params.taskId, body))
  on(acts.reviewTask, ({ ctx, viewer, params, body }) => act.review(ctx, viewer, params.taskId, body))
  on(acts.claimTask, ({ ctx, viewer, params }) => act.claim(ctx, viewer, params.taskId))
  on(acts.releaseTask, ({ ctx, viewer, params }) => act.release(ctx, viewer, params.taskId))
  // Answers every second would be kept for two days; the last ones are what counts.
  on(acts.draftTask, ({ ctx, viewer, params, body }) => act.keepDraft(ctx, viewer, params.taskId, body.answers), {
    once: 'never',
  })
  on(acts.askQuery, ({ ctx, viewer, params, body }) => act.ask(ctx, viewer, params.taskId, body))
  on(acts.remindTask, ({ ctx, viewer, params }) => act.remind(ctx, viewer, params.taskId), {
    // Made or fetched now, so that the transaction need not wait for a second connection.
    before: async ({ ctx, viewer }) => void (await tenantKey(ctx, viewer.tenantId)),
  })
  on(
    acts.bulkTasks,
    ({ ctx, viewer, body, request }) => actOnMany(ctx, viewer, body, updateId(request)),
    WITHOUT_TRANSACTION,
  )
  on(acts.openWorkOf, ({ ctx, viewer, params }) => openWork(ctx, viewer, params.memberId))
  on(acts.takeOver, ({ ctx, viewer, params, body }) => handOver(ctx, viewer, params.memberId, body))
}
