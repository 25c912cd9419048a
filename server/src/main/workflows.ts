/** Every workflow the worker runs. The engine wants them in one module. */
export { sendLink } from '../areas/auth/send-link.workflow.ts'
export { runInstance } from '../areas/instances/engine/run-instance.workflow.ts'
export { redateWork } from '../areas/instances/redate.workflow.ts'
export { deleteAccount } from '../areas/profile/delete-account.workflow.ts'
export { handOverWork } from '../areas/tasks/handover/hand-over.workflow.ts'
export { signAuditHeads } from '../core/audit/sign-heads.workflow.ts'
export { eventPartitions, purgeTrash, quarantine, sweep } from '../core/jobs/maintenance.workflow.ts'
export { sendMail } from '../core/jobs/send-mail.workflow.ts'
