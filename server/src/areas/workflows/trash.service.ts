import type { Body } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { setWorkflowStatus } from '@throughline/contracts/workflows'
import type { Context } from '../../core/context.ts'
import { inTenant } from '../../core/db/in-tenant.ts'
import type { JsonObject } from '../../core/db/schema.gen.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { changeDraft } from './draft-change.ts'
import { openForChange } from './opened.ts'
import { freePrefix } from './prefix.ts'
import { publishWorkflowFrame } from './publish-frames.ts'
import { instancesLeft, namedBy, purgeRows, trashRow, untrashRow } from './trash.queries.ts'
import { cardFor } from './workflow-wire.ts'
import { workflowStartable, workflowsPurged } from './workflows.ports.ts'
import { changeWorkflow, type StoredWorkflow, writeWords } from './workflows.queries.ts'

async function recordAct(tx: TenantTx, act: string, row: StoredWorkflow, data: JsonObject = {}) {
  await publishWorkflowFrame(tx, act, row)
  tx.audit({ act, kind: 'workflow', id: row.id, data: { name: row.name, ...data } })
}

async function changeStatus(tx: TenantTx, row: StoredWorkflow, status: 'active' | 'archived') {
  if (row.status === status) return
  await changeWorkflow(tx.db, tx.tenantId, row.id, { status })
  tx.count('workflows', row.status, -1)
  tx.count('workflows', status, 1)
  await recordAct(tx, status === 'archived' ? 'workflow.archived' : 'workflow.unarchived', row)
  if (status === 'active') await workflowStartable.call(tx, row.id)
}

/** With nothing but finished instances it is archived, so that they keep what they ran by. */
export const binWorkflow = (ctx: Context, viewer: Viewer, id: WorkflowId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openForChange(tx, viewer, id, { whole: true })
    const left = await instancesLeft(tx.db, tx.tenantId, id)
    if (left === 'unfinished') throw conflict('has_active_instances', 'Cannot delete workflow with active instances')
    if (left === 'finished') {
      await changeStatus(tx, row, 'archived')
      return { id, done: 'archived' as const }
    }
    await trashRow(tx.db, tx.tenantId, id, viewer.memberId)
    tx.count('workflows', row.status, -1)
    tx.count('workflows', 'trash', 1)
    await recordAct(tx, 'workflow.removed', row)
    return { id, done: 'trashed' as const }
  })

/** Its prefix may have been taken in the meantime: then it and its draft get the next free digit. */
export const unbinWorkflow = (ctx: Context, viewer: Viewer, id: WorkflowId) =>
  inTenant(ctx, viewer, async (tx) => {
    const opened = await openForChange(tx, viewer, id, { state: 'trashed' })
    const { row, draft } = opened
    const prefix = await freePrefix(tx, row.prefix, id)
    await untrashRow(tx.db, tx.tenantId, id, prefix)
    if (prefix !== row.prefix) {
      await writeWords(tx.db, tx.tenantId, id)
      if (draft.prefix === row.prefix) {
        await changeDraft(tx, viewer, { ...opened, row: { ...row, prefix } }, { ...draft, prefix })
      }
    }
    tx.count('workflows', 'trash', -1)
    tx.count('workflows', row.status, 1)
    await recordAct(tx, 'workflow.restored', row)
    await workflowStartable.call(tx, id)
    return { data: await cardFor(tx, id) }
  })

export const purgeOne = (ctx: Context, viewer: Viewer, id: WorkflowId) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openForChange(tx, viewer, id, { state: 'trashed', whole: true })
    const naming = await namedBy(tx.db, tx.tenantId, id)
    if (naming === 'instances') throw conflict('has_instances', 'Instances of this workflow are still in the trash')
    if (naming === 'documents') throw conflict('has_files', 'This workflow still has files. Move or delete them first.')
    await recordAct(tx, 'workflow.purged', row, { open: row.visibility === 'everyone' })
    await workflowsPurged.call(tx, [id])
    await purgeRows(tx.db, tx.tenantId, [id])
    tx.count('workflows', 'trash', -1)
    return { id }
  })

export const setStatus = (ctx: Context, viewer: Viewer, id: WorkflowId, body: Body<typeof setWorkflowStatus>) =>
  inTenant(ctx, viewer, async (tx) => {
    const { row } = await openForChange(tx, viewer, id)
    await changeStatus(tx, row, body.status)
    return { data: await cardFor(tx, id) }
  })
