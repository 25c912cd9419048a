import type { Body } from '@throughline/contracts/endpoint'
import type { useTemplate } from '@throughline/contracts/templates'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { createWorkflowFrom, readDraft, wholeWorkflow } from '../workflows/workflows.public.ts'
import { READY_MADE_USES, readyMade } from './ready-made.ts'
import { countUse } from './templates.queries.ts'
import { requireOwn } from './templates.service.ts'

/** The document of a template, and one more use of it. */
async function take(tx: TenantTx, id: string): Promise<FlowDoc> {
  const ready = readyMade(id)
  if (ready) {
    tx.count(READY_MADE_USES, id, 1)
    return ready
  }
  const { document } = await requireOwn(tx, id)
  await countUse(tx.db, tx.tenantId, id)
  return readDraft(document)
}

/** A workflow of the viewer's workspace with the template's steps, published unless they have errors. */
export const makeFromTemplate = (ctx: Context, viewer: Viewer, id: string, words: Body<typeof useTemplate>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { id: _, ...document } = await take(tx, id)
    const made = await createWorkflowFrom(
      tx,
      viewer,
      { ...document, ...words },
      { publish: true, data: { template: id } },
    )
    return { data: await wholeWorkflow(tx, viewer, made.id) }
  })
