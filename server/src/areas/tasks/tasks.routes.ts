import type { TaskId } from '@throughline/contracts/ids'
import * as acts from '@throughline/contracts/task-acts'
import * as tasks from '@throughline/contracts/tasks'
import type { Context } from '../../core/context.ts'
import type { Mount } from '../../core/http/call.ts'
import { keyOf } from '../../core/http/idempotency.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { loadTenantKey } from '../../core/keys/tenant-key.ts'
import { requestExport, streamExport } from '../exports/exports.public.ts'
import { instanceOfTask } from '../instances/instances.public.ts'
import { actOnMany } from './acts/bulk.service.ts'
import { keepDraft } from './acts/draft.ts'
import * as act from './acts/task-acts.service.ts'
import { readTask } from './detail/task-detail.service.ts'
import { handOver, openWork } from './handover/open-work.service.ts'
import { tasksBoard } from './list/board.service.ts'
import { ownCounts } from './list/counts.service.ts'
import { taskExport } from './list/export-tasks.ts'
import { tasksPage } from './list/task-list.service.ts'

interface TaskCall {
  ctx: Context
  viewer: Viewer
  params: { taskId: TaskId }
}

/** Acts on tasks lock their instance. */
const LOCKS_INSTANCE = {
  locks: ({ ctx, viewer, params }: TaskCall) => instanceOfTask(ctx, viewer, params.taskId),
}

const WITH_KEY = { ...LOCKS_INSTANCE, before: loadTenantKey }

export const taskRoutes = (on: Mount) => {
  on(tasks.listTasks, ({ ctx, viewer, query }) => tasksPage(ctx, viewer, query))
  on(tasks.exportTasks, ({ ctx, viewer, query, reply }) => streamExport(ctx, viewer, reply, taskExport, query))
  on(tasks.requestTaskExport, ({ ctx, viewer, request }) => requestExport(ctx, viewer, taskExport, request.body))
  on(tasks.boardTasks, ({ ctx, viewer, query }) => tasksBoard(ctx, viewer, query))
  on(tasks.countTasks, ({ ctx, viewer }) => ownCounts(ctx, viewer))
  on(tasks.getTask, ({ ctx, viewer, params }) => readTask(ctx, viewer, params.taskId))
  on(acts.editTask, ({ ctx, viewer, params, body }) => act.edit(ctx, viewer, params.taskId, body), LOCKS_INSTANCE)
  on(acts.completeTask, ({ ctx, viewer, params, body }) => act.complete(ctx, viewer, params.taskId, body), WITH_KEY)
  on(acts.retriggerTask, ({ ctx, viewer, params }) => act.retry(ctx, viewer, params.taskId), LOCKS_INSTANCE)
  on(acts.decideTask, ({ ctx, viewer, params, body }) => act.decide(ctx, viewer, params.taskId, body), LOCKS_INSTANCE)
  on(acts.reviewTask, ({ ctx, viewer, params, body }) => act.review(ctx, viewer, params.taskId, body), LOCKS_INSTANCE)
  on(acts.claimTask, ({ ctx, viewer, params }) => act.claim(ctx, viewer, params.taskId), LOCKS_INSTANCE)
  on(acts.releaseTask, ({ ctx, viewer, params }) => act.release(ctx, viewer, params.taskId), LOCKS_INSTANCE)
  // Answers every second would be kept for two days; the last ones are what counts.
  on(acts.draftTask, ({ ctx, viewer, params, body }) => keepDraft(ctx, viewer, params.taskId, body.answers), {
    ...LOCKS_INSTANCE,
    once: 'never',
  })
  on(acts.askQuery, ({ ctx, viewer, params, body }) => act.ask(ctx, viewer, params.taskId, body), LOCKS_INSTANCE)
  on(acts.remindTask, ({ ctx, viewer, params }) => act.remind(ctx, viewer, params.taskId), LOCKS_INSTANCE)
  on(acts.bulkTasks, ({ ctx, viewer, body, request }) => actOnMany(ctx, viewer, body, keyOf(request)), {
    // Each has a transaction and a key of its own.
    once: 'never',
  })
  on(acts.openWorkOf, ({ ctx, viewer, params }) => openWork(ctx, viewer, params.memberId))
  on(acts.takeOver, ({ ctx, viewer, params, body }) => handOver(ctx, viewer, params.memberId, body), {
    locks: async ({ params }) => params.memberId,
  })
}
