import { randomUUID } from 'node:crypto'
import { insertTestCall } from '../src/areas/instances/test-call/test-call.queries.ts'
import { insertTemplate, trashTemplate } from '../src/areas/templates/templates.queries.ts'
import { trashRow } from '../src/areas/workflows/trash.queries.ts'
import { createWorkflowFrom } from '../src/areas/workflows/workflows.service.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Sample } from './endpoint-samples.ts'
import { unique } from './someone.ts'
import { workflowDocument } from './workflow-document.ts'
import type { World } from './world.ts'

/** A document with a name of its own. */
const someDocument = (change: object = {}) => ({ ...workflowDocument, name: unique('Workflow'), ...change })

export function workflowSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const owner = { memberId: ours.ownerId, user: { is_admin: true } }
  const made = (publish = true): Promise<string> =>
    inTenant(ctx, ours, async (tx) => (await createWorkflowFrom(tx, owner, someDocument(), { publish })).id)
  const parameters = { method: 'GET', url: 'https://example.com/' }
  const call = {
    id: 'call',
    type: 'tool' as const,
    name: 'Call',
    next: [],
    tool_id: 'http.request',
    input: { parameters },
  }
  const calling = (): Promise<string> =>
    inTenant(ctx, ours, async (tx) => {
      const document = { ...someDocument(), start_step: 'call', steps: { call } }
      return (await createWorkflowFrom(tx, owner, document, { publish: false })).id
    })
  const at = async (workflowId: Promise<string>, body?: Record<string, unknown>): Promise<Sample> => ({
    params: { workflowId: await workflowId },
    ...(body ? { body } : {}),
  })
  const trashed = async () => {
    const id = await made()
    await inTenant(ctx, ours, (tx) => trashRow(tx.db, tx.tenantId, id, ours.ownerId))
    return id
  }
  /** Published, with a change since. */
  const drafted = async () => {
    const id = await made()
    const document = JSON.stringify(someDocument())
    await inTenant(ctx, ours, (tx) =>
      tx.db
        .updateTable('workflow_drafts')
        .set({ document })
        .where('tenant_id', '=', tx.tenantId)
        .where('workflow_id', '=', id)
        .execute(),
    )
    return id
  }
  const base = { base_version: 1 }
  const numbered = async (body?: Record<string, unknown>): Promise<Sample> => {
    const { params, ...rest } = await at(made(), body)
    return { params: { ...params, number: '1' }, ...rest }
  }
  return {
    'POST /v1/workflows/:workflowId/test-call/': () => at(calling(), { step: 'call' }),
    'GET /v1/workflows/:workflowId/recent-values/': () => at(made()),
    'GET /v1/workflows/test-calls/:testCallId/': async () => {
      const id = randomUUID()
      const own = { ...ours, memberId: ours.ownerId }
      await inTenant(ctx, own, (tx) => insertTestCall(tx.db, tx.tenantId, { memberId: ours.ownerId, id }, {}))
      return { params: { testCallId: id } }
    },
    'GET /v1/workflows/': async () => ({}),
    'POST /v1/workflows/': async () => ({ body: someDocument() }),
    'GET /v1/workflows/:workflowId/': () => at(made()),
    'POST /v1/workflows/:workflowId/': () => at(made(), someDocument()),
    'DELETE /v1/workflows/:workflowId/': () => at(made()),
    'POST /v1/workflows/:workflowId/restore/': () => at(trashed()),
    'DELETE /v1/workflows/:workflowId/forever/': () => at(trashed()),
    'PUT /v1/workflows/:workflowId/status/': () => at(made(), { status: 'archived' }),
    'POST /v1/workflows/:workflowId/duplicate/': () => at(made(), {}),
    'GET /v1/workflows/:workflowId/export/': () => at(made()),
    'PUT /v1/workflows/:workflowId/access/': () => at(made(), { visibility: 'limited', team_ids: [ours.teamId] }),
    'PUT /v1/workflows/:workflowId/draft/': () => at(made(), { ...base, document: someDocument() }),
    'POST /v1/workflows/:workflowId/draft/discard/': () => at(drafted(), base),
    'POST /v1/workflows/:workflowId/publish/': () => at(made(false), { ...base, include_authors: [ours.ownerId] }),
    'GET /v1/workflows/:workflowId/versions/': () => at(made()),
    'GET /v1/workflows/:workflowId/versions/:number/': () => numbered(),
    'POST /v1/workflows/:workflowId/versions/:number/restore/': () => numbered(base),
  }
}

const someTemplate = () => someDocument({ name: unique('Template') })

export function templateSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const made = (): Promise<string> =>
    inTenant(ctx, ours, (tx) =>
      insertTemplate(tx.db, tx.tenantId, ours.ownerId, { document: someTemplate(), category: 'finance', tags: [] }),
    )
  const trashed = async () => {
    const id = await made()
    await inTenant(ctx, ours, (tx) => trashTemplate(tx.db, tx.tenantId, id, ours.ownerId))
    return id
  }
  const at = async (templateId: Promise<string>): Promise<Sample> => ({ params: { templateId: await templateId } })
  return {
    'GET /v1/workflows/templates/': async () => ({}),
    'POST /v1/workflows/templates/': async () => ({ body: someTemplate() }),
    'DELETE /v1/workflows/templates/:templateId/': () => at(made()),
    'POST /v1/workflows/templates/:templateId/restore/': () => at(trashed()),
    'POST /v1/workflows/templates/:templateId/use/': async () => ({ ...(await at(made())), body: {} }),
    'POST /v1/agents/multi-agent-workflow/': async () => ({ body: { query: 'Someone asks for leave.' } }),
  }
}
