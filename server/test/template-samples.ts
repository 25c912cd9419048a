import { insertTemplate, trashTemplate } from '../src/areas/templates/templates.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Sample } from './endpoint-samples.ts'
import { unique } from './someone.ts'
import { workflowDocument } from './workflow-document.ts'
import type { World } from './world.ts'

const someDocument = () => ({ ...workflowDocument, name: unique('Template') })

export function templateSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const made = (): Promise<string> =>
    inTenant(ctx, ours, (tx) =>
      insertTemplate(tx.db, tx.tenantId, ours.ownerId, { document: someDocument(), category: 'finance', tags: [] }),
    )
  const trashed = async () => {
    const id = await made()
    await inTenant(ctx, ours, (tx) => trashTemplate(tx.db, tx.tenantId, id, ours.ownerId))
    return id
  }
  const at = async (templateId: Promise<string>): Promise<Sample> => ({ params: { templateId: await templateId } })
  return {
    'GET /v1/workflows/templates/': async () => ({}),
    'POST /v1/workflows/templates/': async () => ({ body: someDocument() }),
    'DELETE /v1/workflows/templates/:templateId/': () => at(made()),
    'POST /v1/workflows/templates/:templateId/restore/': () => at(trashed()),
    'POST /v1/workflows/templates/:templateId/use/': async () => ({ ...(await at(made())), body: {} }),
    'POST /v1/agents/multi-agent-workflow/': async () => ({ body: { query: 'Someone asks for leave.' } }),
  }
}
