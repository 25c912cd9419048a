/** Every workflow the worker runs. The engine wants them in one module. */
export { compareRollUps, rollUps } from '../areas/analytics/roll-ups/roll-ups.workflow.ts'
export { sendLink } from '../areas/auth/send-link.workflow.ts'
export { dueSubscriptions, subscriptionSteps, tellLimit } from '../areas/billing/billing-steps.workflow.ts'
export { askOpenPayments, settlePayment } from '../areas/billing/settle-payment.workflow.ts'
export { askModel } from '../areas/copilot/models/ask-model.workflow.ts'
export { processDocument } from '../areas/documents/processing/process-document.workflow.ts'
export { scanWaiting } from '../areas/documents/processing/scan-waiting.workflow.ts'
export { writeExport } from '../areas/exports/write-export.workflow.ts'
export { releaseStarts, startOldest } from '../areas/forms/triggers/release-starts.workflow.ts'
export { startWaiting } from '../areas/forms/triggers/start-waiting.workflow.ts'
export { tendInboxes } from '../areas/inbox/tend/tend-inboxes.workflow.ts'
export { keepConnection } from '../areas/instances/connections/keep-connection.workflow.ts'
export { keepInstance } from '../areas/instances/engine/keep-instance.workflow.ts'
export { redateWork } from '../areas/instances/redate.workflow.ts'
export { testCall } from '../areas/instances/test-call/test-call.workflow.ts'
export { finishSignIn } from '../areas/integrations/sign-in/finish-sign-in.workflow.ts'
export { deleteAccount } from '../areas/profile/delete-account.workflow.ts'
export { runReports } from '../areas/reports/run/run-reports.workflow.ts'
export { startHeld } from '../areas/starts/held-starts.workflow.ts'
export { fetchHookFiles } from '../areas/starts/hooks/fetch-hook-files.workflow.ts'
export { processMail } from '../areas/starts/mail/process-mail.workflow.ts'
export {
  armSchedules,
  catchUpSchedules,
  disarmSchedule,
  fireSchedule,
} from '../areas/starts/schedules/schedules.workflow.ts'
export { handOverWork } from '../areas/tasks/handover/hand-over.workflow.ts'
export { signAuditHeads } from '../core/audit/sign-heads.workflow.ts'
export { eraseWorkspaces } from '../core/erasure/erase-workspaces.workflow.ts'
export { eventPartitions, purgeTrash, quarantine, sweep } from '../core/jobs/maintenance.workflow.ts'
export { sendMail } from '../core/jobs/send-mail.workflow.ts'
export { rotateKeys } from '../core/keys/rotate-keys.workflow.ts'
