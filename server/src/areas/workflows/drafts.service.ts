import type { Body } from '@throughline/contracts/endpoint'
import { WorkflowId } from '@throughline/contracts/ids'
import type { FlowDoc } from '@throughline/contracts/workflow-document'
import type { discardDraft, publishWorkflow, saveDraft } from '@throughline/contracts/workflow-drafts'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { draftsCallingBy } from './connection-uses.queries.ts'
import { readDraft } from './document.ts'
import { changeDraft, isDraft, requireCurrent } from './draft-change.ts'
import { openForChange } from './opened.ts'
import { publishDraft, refusalOf } from './publish.ts'
import { visibleTo } from './visibility.service.ts'
import { wholeWorkflow } from './workflow-wire.ts'

/**
 * Autosaves are not audited: whoever saves, publishes or discards is. One that says what the draft says already is
 * accepted whatever it was based on: its first answer was lost, and there is nothing to lose.
 */
export function keepDraft(ctx: Context, viewer: Viewer, id: WorkflowId, body: Body<typeof saveDraft>) {
  const doc = readDraft(body.document)
  return inTenant(ctx, viewer, async (tx) => {
    const opened = await openForChange(tx, viewer, id)
    if (!isDraft(opened, doc)) {
      await requireCurrent(tx, opened, body.base_version)
      await changeDraft(tx, viewer, opened, doc)
    }
    return { data: await wholeWorkflow(tx, viewer, id) }
  })
}

export const dropDraft = (ctx: Context, viewer: Viewer, id: WorkflowId, body: Body<typeof discardDraft>) =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openForChange(tx, viewer, id)
    await requireCurrent(tx, opened, body.base_version)
    if (!opened.published) {
      throw conflict('never_published', 'This workflow hasn’t been published yet, so the draft can’t be discarded')
    }
    const { row } = await changeDraft(tx, viewer, opened, opened.published)
    if (row.version !== opened.row.version) {
      const data = { name: row.name, changes: opened.row.draft_changes }
      tx.audit({ act: 'workflow.draft_discarded', kind: 'workflow', id, data })
    }
    return { data: await wholeWorkflow(tx, viewer, id) }
  })

export const makeVersion = (ctx: Context, viewer: Viewer, id: WorkflowId, body: Body<typeof publishWorkflow>) =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openForChange(tx, viewer, id)
    await requireCurrent(tx, opened, body.base_version)
    const published = await publishDraft(tx, viewer, opened, body)
    if (!published.done) throw await refusalOf(tx, opened, published.because)
    const data = { name: opened.draft.name, number: published.number }
    tx.audit({ act: 'workflow.published', kind: 'workflow', id, data })
    return { data: await wholeWorkflow(tx, viewer, id) }
  })

interface Replacement {
  from: string
  to: string
  /** Workflows. */
  most: number
}

/** Has the drafts that the viewer may see call by another connection. What is published goes on as it is. */
export async function replaceConnectionInDrafts(tx: TenantTx, viewer: Viewer, { from, to, most }: Replacement) {
  const visible = await visibleTo(tx, viewer)
  const changed: { id: WorkflowId; name: string; steps: number }[] = []
  for (const id of await draftsCallingBy(tx.db, tx.tenantId, from, visible, most)) {
    const opened = await openForChange(tx, viewer, id)
    const { draft } = opened
    const replaced = Object.entries(draft.steps).flatMap(([key, step]): [string, FlowDoc['steps'][string]][] =>
      step.type === 'tool' && step.connection === from ? [[key, { ...step, connection: to }]] : [],
    )
    const steps = { ...draft.steps, ...Object.fromEntries(replaced) }
    const { row } = await changeDraft(tx, viewer, opened, { ...draft, steps })
    changed.push({ id: WorkflowId.parse(id), name: row.name, steps: replaced.length })
  }
  return changed
}
