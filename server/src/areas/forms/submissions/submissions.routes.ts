import * as submissions from '@throughline/contracts/form-submissions'
import * as triggers from '@throughline/contracts/form-triggers'
import { readTenant } from '../../../core/db/in-tenant.ts'
import type { Mount } from '../../../core/http/call.ts'
import { keyOf } from '../../../core/http/idempotency.ts'
import { requestExport, streamExport } from '../../exports/exports.public.ts'
import { requireVisibleForm } from '../opened.ts'
import {
  addTrigger,
  changeTrigger,
  formTriggers,
  removeTrigger,
  workflowTriggers,
} from '../triggers/triggers.service.ts'
import { submissionExport } from './export-submissions.ts'
import { erase, release, retry, startEarlier } from './submission-acts.service.ts'
import { submissionsPage } from './submission-list.service.ts'
import { readSubmission } from './submission-page.service.ts'

export const submissionRoutes = (on: Mount) => {
  on(triggers.listFormTriggers, ({ ctx, viewer, params }) => formTriggers(ctx, viewer, params.formId))
  on(triggers.listWorkflowTriggers, ({ ctx, viewer, params }) => workflowTriggers(ctx, viewer, params.workflowId))
  on(triggers.addWorkflowTrigger, ({ ctx, viewer, params, body }) => addTrigger(ctx, viewer, params.workflowId, body))
  on(triggers.changeWorkflowTrigger, ({ ctx, viewer, params, body }) =>
    changeTrigger(ctx, viewer, params.workflowId, params.formId, body),
  )
  on(triggers.removeWorkflowTrigger, ({ ctx, viewer, params }) =>
    removeTrigger(ctx, viewer, params.workflowId, params.formId),
  )
  on(submissions.listSubmissions, ({ ctx, viewer, params, query }) =>
    submissionsPage(ctx, viewer, params.formId, query),
  )
  on(submissions.exportSubmissions, ({ ctx, viewer, params, query, reply }) =>
    streamExport(ctx, viewer, reply, submissionExport, { ...query, form: params.formId }),
  )
  on(submissions.requestSubmissionExport, async ({ ctx, viewer, params, body }) => {
    await readTenant(ctx, viewer, (tx) => requireVisibleForm(tx, viewer, params.formId))
    return requestExport(ctx, viewer, submissionExport, { ...body, form: params.formId })
  })
  on(submissions.getSubmission, ({ ctx, viewer, params }) =>
    readSubmission(ctx, viewer, params.formId, params.submissionId),
  )
  on(submissions.releaseSubmission, ({ ctx, viewer, params }) =>
    release(ctx, viewer, params.formId, params.submissionId),
  )
  on(submissions.retrySubmission, ({ ctx, viewer, params }) => retry(ctx, viewer, params.formId, params.submissionId))
  on(
    submissions.startSubmissions,
    ({ ctx, viewer, params, body, request }) => startEarlier(ctx, viewer, params.formId, body, keyOf(request)),
    // Each has a transaction and a key of its own.
    { once: 'never' },
  )
  on(submissions.eraseSubmission, ({ ctx, viewer, params }) => erase(ctx, viewer, params.formId, params.submissionId))
}
