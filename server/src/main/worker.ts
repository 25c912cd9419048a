import { extname, join } from 'node:path'
import { withStaffMails } from '../areas/admin/mails/render-staff-mail.tsx'
import { createNoteBounced } from '../areas/admin/note-bounced.ts'
import { createRollUpActivities } from '../areas/analytics/roll-ups/roll-up.activities.ts'
import { renderQueued } from '../areas/auth/mails/render-queued.ts'
import { resealTotps } from '../areas/auth/reseal-totps.ts'
import { createSendLinkActivities } from '../areas/auth/send-link.activities.ts'
import { createBillingStepActivities } from '../areas/billing/billing-steps.activities.ts'
import { withReceipts } from '../areas/billing/mails/render-receipt.ts'
import { createSettleActivities } from '../areas/billing/settle-payment.activities.ts'
import { createCallModel, MODEL_TIMEOUT } from '../areas/copilot/models/call-model.ts'
import { resealModels } from '../areas/copilot/models/reseal-models.ts'
import {
  createProcessingActivities,
  createReadingActivities,
} from '../areas/documents/processing/process-document.activities.ts'
import { purgeDocuments } from '../areas/documents/purge-documents.ts'
import { purgeExports } from '../areas/exports/purge-exports.ts'
import { createExportActivities } from '../areas/exports/write-export.activities.ts'
import { purgeSubmissions } from '../areas/forms/submissions/purge-submissions.ts'
import { purgeForms } from '../areas/forms/trash.service.ts'
import { createReleaseActivities } from '../areas/forms/triggers/release-starts.activities.ts'
import { createStartWaitingActivities } from '../areas/forms/triggers/start-waiting.activities.ts'
import { withInboxMails } from '../areas/inbox/mails/render-inbox-mail.ts'
import { keepInboxes } from '../areas/inbox/tend/keep-inboxes.ts'
import { createTendActivities } from '../areas/inbox/tend/tend-inboxes.activities.ts'
import { createKeepConnectionActivities } from '../areas/instances/connections/keep-connection.activities.ts'
import { createCallTool } from '../areas/instances/engine/call-tool.ts'
import { createChildren } from '../areas/instances/engine/children.ts'
import { createKeepInstanceActivities, restOnTurnError } from '../areas/instances/engine/keep-instance.activities.ts'
import { keepReconciling } from '../areas/instances/engine/reconcile.ts'
import { withBudgetNotices } from '../areas/instances/outside-mail/render-notice.ts'
import { withOverrideNotices } from '../areas/instances/override/render-notice.ts'
import { purgeInstances } from '../areas/instances/purge-instances.ts'
import { createRedateActivities } from '../areas/instances/redate.activities.ts'
import { createMakeConnectionTest } from '../areas/instances/test-call/make-connection-test.ts'
import { createMakeTestCall } from '../areas/instances/test-call/make-test-call.ts'
import { createConnectedTool } from '../areas/instances/tools/connected-tool.ts'
import { createHttpRequest } from '../areas/instances/tools/http-request.ts'
import { createLimitedTool } from '../areas/instances/tools/limited-tool.ts'
import { createSendEmail } from '../areas/instances/tools/send-email.ts'
import { createOpenConnection } from '../areas/integrations/open-connection.service.ts'
import { createOpenSecrets } from '../areas/integrations/open-secrets.service.ts'
import { resealSecrets } from '../areas/integrations/reseal-secrets.ts'
import { createFinishSignIn } from '../areas/integrations/sign-in/finish-sign-in.ts'
import { createFreshToken } from '../areas/integrations/sign-in/fresh-token.service.ts'
import { createOauthClient } from '../areas/integrations/sign-in/oauth-client.ts'
import { purgeTeams } from '../areas/org/purge-teams.ts'
import { createDeleteAccountActivities } from '../areas/profile/delete-account.activities.ts'
import { purgeReports } from '../areas/reports/purge-reports.ts'
import { createRunReportsActivities } from '../areas/reports/run/run-reports.activities.ts'
import { keepIndexing } from '../areas/search/indexing/keep-indexing.ts'
import { createHeldStartActivities } from '../areas/starts/held-starts.activities.ts'
import { createHookFileActivities } from '../areas/starts/hooks/fetch-hook-files.activities.ts'
import { resealHooks } from '../areas/starts/hooks/hook-secrets.ts'
import { createProcessMailActivities } from '../areas/starts/mail/process-mail.activities.ts'
import { withThanks } from '../areas/starts/mail/render-thanks.ts'
import { createTextResolver } from '../areas/starts/mail/verify-sender.ts'
import { createEngineSchedules } from '../areas/starts/schedules/engine-schedules.ts'
import { createScheduleActivities } from '../areas/starts/schedules/schedule.activities.ts'
import { createHandOverActivities } from '../areas/tasks/handover/hand-over.activities.ts'
import { purgeTemplates } from '../areas/templates/purge-templates.ts'
import { purgeWebsites } from '../areas/websites/trash.service.ts'
import { purgeWorkflows } from '../areas/workflows/purge-workflows.ts'
import { createSignHeadsActivities } from '../core/audit/sign-heads.activities.ts'
import { readConfig } from '../core/config.ts'
import { createEgress } from '../core/egress/egress.ts'
import { createErasureActivities } from '../core/erasure/erase-workspaces.activities.ts'
import { startHealthServer } from '../core/health-server.ts'
import { createMaintenanceActivities } from '../core/jobs/maintenance.activities.ts'
import { keepSchedules } from '../core/jobs/schedules.ts'
import { createSendMailActivities } from '../core/jobs/send-mail.activities.ts'
import { countRuns } from '../core/keys/count-runs.ts'
import { createRotateKeysActivities } from '../core/keys/rotate-keys.activities.ts'
import { createMailer } from '../core/mail/mailer.ts'
import { createPaymentProvider } from '../core/payments/provider.ts'
import { createRuntime } from '../core/runtime.ts'
import { endOnFault, shutDownOnSignal } from '../core/shutdown.ts'
import { createStorage } from '../core/storage/storage.ts'
import { createWorkerRunner } from '../core/temporal/run-worker.ts'
import './ports.ts'

const config = readConfig()
const { ctx, temporal, closing } = createRuntime(config, 'worker')
const { log, keyring } = ctx
endOnFault(log)

const mailer = createMailer(config)
const storage = createStorage(config)
const children = createChildren(ctx)
const egress = createEgress({ trustedOrigins: config.TOOLS_TRUSTED_ORIGINS })
const oauth = createOauthClient(config)
const tokens = createFreshToken(ctx, oauth)
const connections = createOpenConnection(ctx, tokens)
const payments = createPaymentProvider(config, createEgress({ trustedOrigins: [config.PAYMENTS_API_URL] }))
/** Models take their time. */
const modelEgress = createEgress({ trustedOrigins: config.TOOLS_TRUSTED_ORIGINS, timeoutMs: MODEL_TIMEOUT })
const tools = {
  'http.request': createHttpRequest(egress, createOpenSecrets(ctx)),
  'email.send': createSendEmail(ctx, mailer),
  connected: createLimitedTool(ctx, createConnectedTool(egress, connections)),
}
const reports = createRunReportsActivities({ ctx, storage })
const compiled = extname(import.meta.filename) === '.js'
/** Fetched from servers of strangers, and read by processes of their own: neither among what must not wait. */
const { fetchHookFile, ...hookFiles } = createHookFileActivities(ctx, storage, egress)
const { holdUnreadMail, ...mailReading } = createProcessMailActivities(ctx, storage, createTextResolver())
const bundle = config.WORKFLOW_BUNDLE ?? (compiled ? join(import.meta.dirname, '../workflow-bundle.js') : undefined)

const runner = createWorkerRunner({
  config,
  keyring,
  log,
  code: bundle ? { bundle } : { module: join(import.meta.dirname, 'workflows.ts') },
  calls: {
    callTool: restOnTurnError(createCallTool(ctx, tools)),
    makeTestCall: createMakeTestCall(ctx, tools, createMakeConnectionTest(ctx, egress, connections)),
    finishSignIn: createFinishSignIn(ctx, oauth, tokens),
    callModel: createCallModel(ctx, modelEgress),
    fetchHookFile,
  },
  reading: { ...createReadingActivities(ctx, storage), ...mailReading },
  reports,
  activities: {
    ...createSendMailActivities(
      ctx,
      mailer,
      withThanks(
        config,
        withStaffMails(
          withInboxMails(withBudgetNotices(withOverrideNotices(withReceipts(ctx, storage, renderQueued)))),
        ),
      ),
      createNoteBounced(ctx),
    ),
    ...createSendLinkActivities(ctx, mailer),
    ...createDeleteAccountActivities(ctx, storage),
    ...createSettleActivities(ctx, payments),
    ...createBillingStepActivities(ctx, payments),
    ...createHandOverActivities(ctx),
    ...createProcessingActivities(ctx, storage),
    ...createRedateActivities(ctx),
    ...createScheduleActivities(ctx, createEngineSchedules(temporal.client, config.TEMPORAL_TASK_QUEUE)),
    ...createHeldStartActivities(ctx),
    ...hookFiles,
    holdUnreadMail,
    ...createRollUpActivities(ctx),
    ...createKeepConnectionActivities(ctx),
    ...createExportActivities({ ctx, storage }),
    ...reports,
    ...createStartWaitingActivities(ctx),
    ...createReleaseActivities(ctx),
    ...createTendActivities(ctx),
    ...createSignHeadsActivities(ctx, storage.records),
    ...createErasureActivities({ ctx, storage, engine: temporal.client }),
    ...createRotateKeysActivities({
      ctx,
      reseal: async (...of) => (await resealSecrets(...of)) + (await resealModels(...of)) + (await resealHooks(...of)),
      resealPeople: (after) => resealTotps(ctx, after),
      countRuns: (before) => countRuns(temporal.client, config.TEMPORAL_TASK_QUEUE, before),
    }),
    ...createKeepInstanceActivities({ ctx, startChild: children.start, stopChild: children.stop }),
    ...createMaintenanceActivities({
      ctx,
      purgeTenant: async (scope) =>
        (await purgeSubmissions(ctx, scope)) +
        (await purgeInstances(ctx, scope)) +
        (await purgeDocuments(ctx, storage, scope)) +
        (await purgeExports({ ctx, storage }, scope)) +
        (await purgeReports(ctx, storage, scope)) +
        (await purgeForms(ctx, scope)) +
        (await purgeWebsites(ctx, scope)) +
        (await purgeTeams(ctx, scope)) +
        (await purgeWorkflows(ctx, scope)) +
        (await purgeTemplates(ctx, scope)),
      purgeQuarantine: storage.purgeQuarantine,
    }),
  },
})
const schedules = keepSchedules(temporal.client, config.TEMPORAL_TASK_QUEUE, log)
const reconciling = keepReconciling(ctx, temporal)
const inboxes = keepInboxes(ctx, temporal)
const indexing = keepIndexing(ctx)

const health = config.WORKER_HEALTH_PORT
  ? startHealthServer(config.API_HOST, config.WORKER_HEALTH_PORT, runner.running)
  : undefined
shutDownOnSignal(log, [
  ['health', () => void health?.close()],
  ['schedules', schedules.stop],
  ['reconciling', reconciling.stop],
  ['inboxes', inboxes.stop],
  ['indexing', indexing.stop],
  ['worker', runner.stop],
  ['mail', mailer.close],
  ['storage', storage.close],
  ...closing,
])
runner.run()
schedules.run()
reconciling.run()
inboxes.run()
indexing.run()
log.info({ task_queue: config.TEMPORAL_TASK_QUEUE }, 'worker started')
