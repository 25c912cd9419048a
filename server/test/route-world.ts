import * as account from '@throughline/contracts/account'
import * as auth from '@throughline/contracts/auth'
import { type EndpointShape, fillPath } from '@throughline/contracts/endpoint'
import * as org from '@throughline/contracts/org'
import { createTemplate } from '@throughline/contracts/templates'
import { createWorkflow } from '@throughline/contracts/workflows'
import { ENDPOINTS } from '../src/main/endpoints.ts'
import { createTestApi, type TestApi } from './api.ts'
import { watchChanges } from './changes.ts'
import { createSamples, keyOf, type Sample } from './endpoint-samples.ts'
import { ENGINE_AWAY } from './queued-mails.ts'
import { SIGN_IN_SETTINGS } from './sign-in-samples.ts'
import { workflowDocument } from './workflow-document.ts'
import { type Actor, createWorld, type World } from './world.ts'

/** Last come those after which an actor is no longer what they were: leaving, and signing out. */
const LAST: EndpointShape[] = [org.leaveOrganization, auth.logout]
export const endpoints = ENDPOINTS.toSorted((a, b) => LAST.indexOf(a) - LAST.indexOf(b))

/** Everything of ours that a call could have changed. */
const WATCHED = [
  'tenants',
  'members',
  'teams',
  'team_members',
  'invitations',
  'counters',
  'blobs',
  'people',
  'events',
  'workflows',
  'workflow_drafts',
  'workflow_versions',
  'workflow_access',
  'templates',
  'instances',
  'instance_people',
  'tasks',
  'comments',
  'documents',
  'document_versions',
  'document_decisions',
  'uploads',
  'clients',
  'forms',
  'form_access',
  'form_drafts',
  'form_versions',
  'form_banners',
  'public_addresses',
  'websites',
  'website_drafts',
  'website_versions',
  'website_moves',
  'website_pictures',
  'integration_secrets',
  'tools',
  'integrations',
  'connection_secrets',
  'models',
  'oauth_grants',
  'messages',
  'message_labels',
  'exports',
  'reports',
  'report_runs',
  'workflow_triggers',
  'schedules',
  'schedule_firings',
  'held_starts',
  'hooks',
  'api_keys',
  'hook_deliveries',
  'mail_addresses',
  'inbound_mails',
]

/** Theirs, for every id that a call of ours can name, made by what our samples are made by. */
async function makeTheirs({ ctx }: TestApi, world: World): Promise<Record<string, string>> {
  const { theirs, actors } = world
  const { client } = actors.other_admin
  const samples = createSamples(ctx, { ...world, ours: { ...theirs, teamId: theirs.teamId } })
  const idOf = async (key: string, name: string) => (await samples[key]?.())?.params?.[name] ?? ''
  return {
    orgId: theirs.tenantId,
    organizationId: theirs.tenantId,
    subscriptionId: await idOf('POST /v1/pricing/subscriptions/:subscriptionId/auto-renew/', 'subscriptionId'),
    invoiceId: await idOf('GET /v1/pricing/invoices/:invoiceId/pdf/', 'invoiceId'),
    tenantId: theirs.tenantId,
    userId: (await client(auth.getMe)).id,
    sessionId: (await client(account.listSessions))[0]?.id ?? '',
    teamId: theirs.teamId,
    memberId: theirs.memberId,
    role_id: theirs.roles.member.id,
    team_id: theirs.teamId,
    role: theirs.roles.member.id,
    team: theirs.teamId,
    team_ids: theirs.teamId,
    member_ids: theirs.memberId,
    templateId: (await client(createTemplate, { body: { ...workflowDocument } })).data.id,
    workflowId: (await client(createWorkflow, { body: { ...workflowDocument } })).data.id,
    instanceId: await idOf('GET /v1/instances/:instanceId/', 'instanceId'),
    taskId: await idOf('GET /v1/tasks/:taskId/comments/', 'taskId'),
    messageId: await idOf('GET /v1/messages/:messageId/', 'messageId'),
    label_id: 'a-label-of-theirs',
    commentId: await idOf('PATCH /v1/comments/:commentId/', 'commentId'),
    document_id: await idOf('GET /v1/documents/:documentId/', 'documentId'),
    documentId: await idOf('GET /v1/documents/:documentId/', 'documentId'),
    uploadId: await idOf('GET /v1/uploads/:uploadId/', 'uploadId'),
    testCallId: await idOf('GET /v1/workflows/test-calls/:testCallId/', 'testCallId'),
    exportId: await idOf('GET /v1/exports/:exportId/', 'exportId'),
    reportId: await idOf('GET /v1/reports/:reportId/', 'reportId'),
    formId: await idOf('GET /v1/forms/:formId/', 'formId'),
    form_id: await idOf('GET /v1/forms/:formId/', 'formId'),
    scheduleId: await idOf('GET /v1/workflows/:workflowId/schedules/:scheduleId/', 'scheduleId'),
    heldStartId: await idOf('DELETE /v1/workflows/:workflowId/dated-starts/:heldStartId/', 'heldStartId'),
    hookId: await idOf('GET /v1/workflows/:workflowId/hooks/:hookId/', 'hookId'),
    deliveryId: await idOf('GET /v1/workflows/:workflowId/hooks/:hookId/deliveries/:deliveryId/', 'deliveryId'),
    mailAddressId: await idOf('GET /v1/workflows/:workflowId/mail-addresses/:mailAddressId/', 'mailAddressId'),
    mailId: await idOf('POST /v1/workflows/:workflowId/mail-addresses/:mailAddressId/mails/:mailId/decide/', 'mailId'),
    keyId: await idOf('DELETE /v1/workflows/:workflowId/api-keys/:keyId/', 'keyId'),
    told_id: theirs.memberId,
    websiteId: await idOf('GET /v1/websites/:websiteId/', 'websiteId'),
    pictureId: await idOf('GET /v1/websites/:websiteId/pictures/:pictureId/', 'pictureId'),
    submissionId: await idOf('GET /v1/forms/:formId/submissions/:submissionId/', 'submissionId'),
    workflow_id: (await client(createWorkflow, { body: { ...workflowDocument } })).data.id,
    secretId: await idOf('DELETE /v1/integrations/secrets/:secretId/', 'secretId'),
    modelId: await idOf('DELETE /v1/integrations/models/:modelId/', 'modelId'),
    model_id: await idOf('DELETE /v1/integrations/models/:modelId/', 'modelId'),
    toolId: await idOf('POST /v1/tools/:toolId/integrations/', 'toolId'),
    connectionOrToolId: await idOf('DELETE /v1/tools/:connectionOrToolId/integrations/', 'connectionOrToolId'),
    connectionId: await idOf('GET /v1/tools/integrations/:connectionId/', 'connectionId'),
    connection_id: await idOf('GET /v1/tools/integrations/:connectionId/', 'connectionId'),
    connectionTestId: await idOf('GET /v1/tools/integrations/tests/:connectionTestId/', 'connectionTestId'),
    signInId: await idOf('GET /v1/tools/sign-ins/:signInId/', 'signInId'),
    fileId: await idOf('GET /v1/instances/:instanceId/files/:fileId/download/', 'fileId'),
  }
}

/** Two tenants, a sample of every call, and what calls changed. */
export async function createRouteWorld() {
  const api = await createTestApi({ ...ENGINE_AWAY, ...SIGN_IN_SETTINGS })
  const world = await createWorld(api)
  const samples = createSamples(api.ctx, world)
  const theirIds = await makeTheirs(api, world)
  const changes = await watchChanges(api.database, WATCHED)

  async function sampleFor(endpoint: EndpointShape): Promise<Sample> {
    const make = samples[keyOf(endpoint)]
    if (!make) throw new Error(`${keyOf(endpoint)} has no sample: add one to endpoint-samples.ts`)
    return make()
  }

  async function call(actor: Actor, endpoint: EndpointShape, { params, body, form }: Sample, key?: string) {
    const { visitor, client } = world.actors[actor]
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    if (endpoint.method !== 'GET') headers['x-csrftoken'] = (await client(auth.getCsrf)).csrfToken
    if (body) headers['content-type'] = 'application/json'
    const response = await visitor.fetch(visitor.origin + fillPath(endpoint.path, params), {
      method: endpoint.method,
      headers,
      ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const code = response.status < 400 ? '' : ` ${JSON.parse(text).code}`
    return { status: response.status, verdict: `${response.status}${code}`, text }
  }

  return { api, world, changes, theirIds, sampleFor, call }
}
