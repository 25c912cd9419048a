import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { getMe } from '@throughline/contracts/auth'
import type { UsableBy } from '@throughline/contracts/connections'
import type { EndpointShape } from '@throughline/contracts/endpoint'
import { sql } from 'kysely'
import { liveSubscription } from '../src/areas/billing/billing.queries.ts'
import { insertModel } from '../src/areas/copilot/models/models.queries.ts'
import { insertTestCall } from '../src/areas/instances/test-call/test-call.queries.ts'
import { insertConnection } from '../src/areas/integrations/connections.queries.ts'
import { insertSecret } from '../src/areas/integrations/secrets.queries.ts'
import { insertTool } from '../src/areas/integrations/tools.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import { createStorage } from '../src/core/storage/storage.ts'
import { accountSamples } from './account-samples.ts'
import { apiKeySamples } from './api-keys.ts'
import { documentSamples } from './document-samples.ts'
import { formResponseSamples } from './form-response-samples.ts'
import { formSamples } from './form-samples.ts'
import { hookSamples } from './hooks.ts'
import { instanceSamples } from './instance-samples.ts'
import { mailStartSamples } from './mail-starts.ts'
import { messageSamples } from './message-samples.ts'
import { bankDocument } from './openapi-document.ts'
import { just, orgSamples } from './org-samples.ts'
import { reportSamples } from './report-samples.ts'
import { respondSamples } from './respond-samples.ts'
import { makeWorkflow } from './running-world.ts'
import { startSamples } from './schedules.ts'
import { signInSamples } from './sign-in-samples.ts'
import { unique, uniqueAddress } from './someone.ts'
import { staffSamples } from './staff/staff-samples.ts'
import { taskSamples } from './task-samples.ts'
import { websiteSamples } from './website-samples.ts'
import { templateSamples, workflowSamples } from './workflow-samples.ts'
import type { World } from './world.ts'

const freshName = () => `s${randomUUID()}`
const body = { value: 'a value nobody reads', hosts: ['api.example.com'] }

function integrationSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const at = async (): Promise<Sample> => {
    const secretId = randomUUID()
    const row = { id: secretId, name: freshName(), hosts: body.hosts, sealed: Buffer.from('sealed'), key_no: 1 }
    await inTenant(ctx, ours, (tx) => insertSecret(tx.db, tx.tenantId, { ...row, set_by: ours.ownerId }))
    return { params: { secretId } }
  }
  return {
    'GET /v1/integrations/secrets/': async () => ({}),
    'POST /v1/integrations/secrets/': async () => ({ body: { name: freshName(), ...body } }),
    'PUT /v1/integrations/secrets/:secretId/': async () => ({ ...(await at()), body }),
    'DELETE /v1/integrations/secrets/:secretId/': at,
  }
}

export const sampleTool = () => ({
  name: unique('Tool'),
  short_description: 'Looks up a company',
  description: 'Looks up a company in the register.',
  api_endpoint: 'https://register.example.com/lookup',
  tool_url: 'https://register.example.com/',
  version: '1.0.0',
})

export const sampleOpenApiTool = () => ({
  document: JSON.stringify(bankDocument()),
  name: unique('Bank'),
  short_description: 'Creates and looks up payments',
  server: 'https://api.brightpay.example/v4',
  operations: ['createPayment', 'getPayment'],
})

export const TOOL_DEFAULTS = {
  categories: [],
  auth_required: false,
  is_paid: false,
  honours_key: false,
  input_schema: {},
  output_schema: {},
}

/** Tools, and connections of the owner. */
function connectionSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const { ownerId } = ours
  const toolId = async () => {
    const id = randomUUID()
    const tool = { ...sampleTool(), ...TOOL_DEFAULTS, id, created_by: ownerId }
    await inTenant(ctx, ours, (tx) => insertTool(tx.db, tx.tenantId, tool))
    return id
  }
  const connectionId = async (more: { tool_id?: string; name?: string; usable_by?: UsableBy } = {}) => {
    const id = randomUUID()
    const usable_by: UsableBy = 'owner'
    const row = { id, member_id: ownerId, name: 'Main', usable_by, tool_id: more.tool_id ?? (await toolId()), ...more }
    const secret = { sealed: Buffer.from('sealed'), key_no: 1 }
    await inTenant(ctx, ours, (tx) => insertConnection(tx.db, tx.tenantId, row, secret))
    return id
  }
  const atConnection = async (): Promise<Sample> => ({ params: { connectionId: await connectionId() } })
  return {
    'GET /v1/tools/': just({}),
    'GET /v1/tools/categories/': just({}),
    'GET /v1/tools/integrations/': just({}),
    'POST /v1/tools/': async () => ({ body: sampleTool() }),
    'POST /v1/tools/openapi/': just({ body: { document: JSON.stringify(bankDocument()) } }),
    'POST /v1/tools/openapi/add/': async () => ({ body: sampleOpenApiTool() }),
    'POST /v1/tools/:toolId/integrations/': async () => ({
      params: { toolId: await toolId() },
      body: { metadata: 'a key that nobody reads' },
    }),
    'DELETE /v1/tools/:connectionOrToolId/integrations/': async () => ({
      params: { connectionOrToolId: await connectionId() },
    }),
    'POST /v1/tools/:toolId/integrations/test/': async () => ({
      params: { toolId: await toolId() },
      body: { metadata: 'a key that nobody reads' },
    }),
    'POST /v1/tools/integrations/:connectionId/test/': async () => ({ ...(await atConnection()), body: {} }),
    'GET /v1/tools/integrations/tests/:connectionTestId/': async () => {
      const id = randomUUID()
      const trial = { kind: 'connection', tool: await toolId(), connection: null, take: false }
      await inTenant(ctx, { ...ours, memberId: ownerId }, (tx) =>
        insertTestCall(tx.db, tx.tenantId, { memberId: ownerId, id }, trial),
      )
      return { params: { connectionTestId: id } }
    },
    'GET /v1/tools/integrations/:connectionId/': () => atConnection(),
    'POST /v1/tools/integrations/:connectionId/replace/': async () => {
      const tool = await toolId()
      const connection_id = await connectionId({ tool_id: tool, name: 'Another', usable_by: 'everyone' })
      return { params: { connectionId: await connectionId({ tool_id: tool }) }, body: { connection_id } }
    },
    'PATCH /v1/tools/integrations/:connectionId/': async () => ({
      ...(await atConnection()),
      body: { name: unique('Renamed') },
    }),
  }
}

/** Models, connected by the owner. */
function modelSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const model = () => ({ name: unique('model'), address: 'https://models.example.com/v1' })
  const modelId = async () => {
    const id = randomUUID()
    const row = { id, ...model(), sealed: Buffer.from('sealed'), key_no: 1, connected_by: ours.ownerId }
    await inTenant(ctx, ours, (tx) => insertModel(tx.db, tx.tenantId, row))
    return id
  }
  const at = async (): Promise<Sample> => ({ params: { modelId: await modelId() } })
  return {
    'GET /v1/integrations/models/': just({}),
    'POST /v1/integrations/models/': async () => ({ body: { ...model(), key: 'a-key-that-nobody-reads' } }),
    'PUT /v1/integrations/models/drafting/': async () => ({ body: { model_id: await modelId() } }),
    'POST /v1/integrations/models/:modelId/test/': at,
    'DELETE /v1/integrations/models/:modelId/': at,
  }
}

/** Of the owner, ready to be downloaded. */
function exportSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const { tenantId, ownerId } = ours
  const at = async (): Promise<Sample> => {
    const id = randomUUID()
    const row = {
      id,
      tenant_id: tenantId,
      member_id: ownerId,
      list: 'tasks',
      filter: '{}',
      state: 'ready',
      row_count: 0,
    }
    await inTenant(ctx, { tenantId, memberId: ownerId }, ({ db }) => db.insertInto('exports').values(row).execute())
    const storage = createStorage(ctx.config)
    await storage.exports.put({ tenantId, id }, Readable.from([Buffer.from('Key')]))
    storage.close()
    return { params: { exportId: id } }
  }
  return { 'GET /v1/exports/:exportId/': at, 'GET /v1/exports/:exportId/file/': at }
}

const FREE = '00000000-0000-7000-8000-000000000001'
const QUOTE = JSON.stringify({ from: '2026-11-18', to: '2026-12-18' })

/** Of a workspace that has paid for a month; nothing can be bought where no provider is configured. */
function billingSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const paid = async () => {
    const subscriptionId = await inTenant(ctx, ours, async ({ db, tenantId }) => {
      await sql`update subscriptions set period_from = current_date, period_to = current_date + 30, currency = 'USD'
        where tenant_id = ${tenantId}`.execute(db)
      return (await liveSubscription(db, tenantId))?.id ?? ''
    })
    return { params: { subscriptionId }, body: { auto_renew: true } }
  }
  const reference = 'x'.repeat(20)
  const billed = async () => {
    const invoiceId = await inTenant(ctx, ours, async ({ db, tenantId }) => {
      const { rows } = await sql<{ id: string }>`with paid as (
          insert into payments (tenant_id, member_id, plan_id, quote, quote_until, basis, amount, currency, status)
          select ${tenantId}, id, ${FREE}, ${QUOTE}, now(), 0, 100, 'USD', 'expired' from members
          where tenant_id = ${tenantId} limit 1 returning id)
        insert into invoices (tenant_id, number, payment_id, plan_name, seller, buyer, words, issued_on, issued_at, currency,
          net, tax, total)
        select ${tenantId}, ${unique('TL')}, id, 'Team', '{"name":"Seller","address":"","tax_number":null}',
          '{"company":"Acme"}', 'Acme began Team.', current_date, now(), 'USD', 100, 0, 100 from paid returning id`.execute(
        db,
      )
      return rows[0]?.id ?? ''
    })
    return { params: { invoiceId } }
  }
  return {
    'GET /v1/subscriptions/me/': just({}),
    'GET /v1/pricing/plans/': just({}),
    'GET /v1/pricing/plans/:planId/': just({ params: { planId: FREE } }),
    'GET /v1/pricing/subscriptions/': just({}),
    'POST /v1/pricing/subscriptions/:subscriptionId/auto-renew/': paid,
    'POST /v1/pricing/subscriptions/:subscriptionId/next-plan/': async () => ({
      ...(await paid()),
      body: { plan_id: null },
    }),
    'GET /v1/pricing/invoices/:invoiceId/pdf/': billed,
    'POST /v1/pricing/trials/': just({ body: { plan_id: FREE } }),
    'POST /v1/pricing/payment-method/': just({}),
    'POST /v1/subscriptions/me/notify/': just({}),
    'GET /v1/pricing/payments/': just({}),
    'POST /v1/pricing/payments/': just({ body: { plan_id: FREE } }),
    'PUT /v1/pricing/payments/': just({
      body: {
        payment_id: FREE,
        razorpay_payment_id: reference,
        razorpay_order_id: reference,
        razorpay_signature: reference,
      },
    }),
    'GET /v1/pricing/details/': just({}),
    'PUT /v1/pricing/details/': just({
      body: { company: 'Acme', address: '', country: 'US', region: null, tax_number: null, receipts_email: '' },
    }),
  }
}

function analyticsSamples(ctx: Context, { ours, actors }: World): Record<string, () => Promise<Sample>> {
  return {
    'GET /v1/analytics/org/:organizationId/dashboard/': just({ params: { organizationId: ours.tenantId } }),
    'GET /v1/analytics/user/:userId/analytics/': async () => ({
      params: { userId: (await actors.owner.client(getMe)).id },
    }),
    'GET /v1/analytics/overview/': just({}),
    'GET /v1/analytics/workflows/:workflowId/': async () => ({ params: { workflowId: await makeWorkflow(ctx, ours) } }),
    'GET /v1/analytics/workflows/:workflowId/steps/:step/': async () => ({
      params: { workflowId: await makeWorkflow(ctx, ours), step: 'ask' },
    }),
    'GET /v1/analytics/runs/': just({}),
  }
}

/** What a call needs to succeed for whoever may make it: ids of our tenant, content that is new each time. */
export interface Sample {
  params?: Record<string, string>
  body?: Record<string, unknown>
  form?: FormData
}

export const keyOf = (endpoint: Pick<EndpointShape, 'method' | 'path'>) => `${endpoint.method} ${endpoint.path}`

const link = { verification_string: 'none' }
const password = 'correct horse battery'

const authSamples: Record<string, () => Promise<Sample>> = {
  'GET /v1/auth/csrf/': just({}),
  'GET /v1/auth/me/': just({}),
  'GET /v1/auth/restored/': just({}),
  'POST /v1/auth/login/': async () => ({ body: { username: unique('nobody'), password } }),
  'POST /v1/auth/logout/': just({}),
  'GET /v1/auth/google/nonce/': just({}),
  'POST /v1/auth/google/callback/': just({ body: { token: 'none' } }),
  'POST /v1/auth/verify-email/': just({ body: link }),
  'POST /v1/auth/signup/': async () => ({
    body: { username: unique('newcomer'), password, auth_type: 'custom_individual', ...link },
  }),
  'POST /v1/auth/join/': just({ body: link }),
  'POST /v1/auth/register-email/': async () => ({ body: { email: uniqueAddress('new') } }),
  'POST /v1/auth/reset-password-email/': async () => ({ body: { email: uniqueAddress('new') } }),
  'POST /v1/auth/reset-password/': just({ body: { password, ...link } }),
  'POST /v1/auth/undo-email/': just({ body: { password, ...link } }),
  'POST /v1/auth/change-email/': async () => ({
    body: { email: uniqueAddress('new'), old_email: 'nobody@example.test' },
  }),
}

export function createSamples(ctx: Context, world: World): Record<string, () => Promise<Sample>> {
  return {
    ...authSamples,
    ...accountSamples(ctx, world),
    ...workflowSamples(ctx, world),
    ...instanceSamples(ctx, world),
    ...taskSamples(ctx, world),
    ...templateSamples(ctx, world),
    ...integrationSamples(ctx, world),
    ...connectionSamples(ctx, world),
    ...modelSamples(ctx, world),
    ...signInSamples(ctx, world),
    ...exportSamples(ctx, world),
    ...documentSamples(ctx, world),
    ...formSamples(ctx, world),
    ...formResponseSamples(ctx, world),
    ...respondSamples(ctx, world),
    ...startSamples(ctx, world),
    ...hookSamples(ctx, world),
    ...mailStartSamples(ctx, world),
    ...apiKeySamples(ctx, world),
    ...websiteSamples(ctx, world),
    ...reportSamples(ctx, world),
    ...messageSamples(ctx, world),
    ...orgSamples(ctx, world),
    'POST /v1/users/feedback/': async () => ({ body: { feedback: unique('Good') } }),
    ...billingSamples(ctx, world),
    ...staffSamples,
    ...analyticsSamples(ctx, world),
    'GET /v1/calendar/': just({}),
    'GET /v1/search/': just({}),
    'GET /v1/search/hits/': just({}),
  }
}
