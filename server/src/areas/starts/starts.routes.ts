import * as starts from '@throughline/contracts/starts'
import type { Mount } from '../../core/http/call.ts'
import { attemptOf } from '../../core/http/idempotency.ts'
import {
  deleteSchedule,
  makeSchedule,
  previewRuns,
  readSchedule,
  runOnce,
  saveSchedule,
  setRunSkipped,
  setSchedulePaused,
} from './schedules/schedules.service.ts'
import { startsOfWorkflow } from './starts.service.ts'

export const startRoutes = (on: Mount) => {
  on(starts.listStarts, ({ ctx, viewer, params }) => startsOfWorkflow(ctx, viewer, params.workflowId))
  on(starts.addSchedule, ({ ctx, viewer, params, body }) => makeSchedule(ctx, viewer, params.workflowId, body))
  on(starts.previewSchedule, ({ ctx, viewer, params, body }) => previewRuns(ctx, viewer, params.workflowId, body), {
    // Keeps nothing.
    once: 'never',
  })
  on(starts.getSchedule, ({ ctx, viewer, params }) => readSchedule(ctx, viewer, params))
  on(starts.changeSchedule, ({ ctx, viewer, params, body }) => saveSchedule(ctx, viewer, params, body))
  on(starts.removeSchedule, ({ ctx, viewer, params }) => deleteSchedule(ctx, viewer, params))
  on(starts.pauseSchedule, ({ ctx, viewer, params, body }) => setSchedulePaused(ctx, viewer, params, body))
  on(starts.skipRun, ({ ctx, viewer, params, body }) => setRunSkipped(ctx, viewer, params, body))
  on(starts.runSchedule, ({ ctx, viewer, params, request }) => runOnce(ctx, viewer, params, attemptOf(request)?.key))
}
