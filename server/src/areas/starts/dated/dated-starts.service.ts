import { randomUUID } from 'node:crypto'
import {
  type cancelDatedStart,
  type DatedStart,
  type dateStart,
  type listDatedStarts,
  MAX_DATED_STARTS,
} from '@throughline/contracts/dated-starts'
import type { Body, Made } from '@throughline/contracts/endpoint'
import type { HeldStartId, WorkflowId } from '@throughline/contracts/ids'
import type * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { hasRuns, nextRuns } from '../../billing/billing.public.ts'
import { requireStart } from '../../instances/instances.public.ts'
import { openWorkflow, publishWorkflowFrame } from '../../workflows/workflows.public.ts'
import { releaseNextMonth } from '../held-starts.ts'
import { reasonFor, reasonText } from '../start-reasons.ts'
import { countDated, type DatedStartRow, datedStarts, deleteDated, insertDated } from './dated-starts.queries.ts'

/** Until its day has come nothing is wrong with it. */
const datedWire = ({
  id,
  name,
  not_before,
  started_by,
  by_name,
  is_due,
  reason,
}: DatedStartRow): z.input<typeof DatedStart> => ({
  id,
  name,
  starts_at: not_before.toISOString(),
  by: by_name === null ? null : { id: started_by, name: by_name },
  reason: is_due ? reasonText(reason) : null,
})

export const readDatedStarts = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
): Promise<Made<typeof listDatedStarts>> =>
  readTenant(ctx, viewer, async (tx) => {
    await openWorkflow(tx, viewer, workflowId)
    return { data: (await datedStarts(tx, { workflowId, memberId: viewer.memberId })).map(datedWire) }
  })

async function recordAct(tx: TenantTx, viewer: Viewer, id: WorkflowId, act: string, started: string): Promise<void> {
  const { row } = await openWorkflow(tx, viewer, id)
  tx.audit({ act: `workflow.${act}`, kind: 'workflow', id, data: { name: row.name, start: started } })
  await publishWorkflowFrame(tx, 'workflow.starts', { id, visibility: row.visibility })
}

/** Refused as a start would be, so that it can begin on its day; where runs are left, nothing has to wait. */
export const makeDatedStart = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
  body: Body<typeof dateStart>,
  key: string = randomUUID(),
): Promise<Made<typeof dateStart>> =>
  inTenant(ctx, viewer, async (tx) => {
    await requireStart(tx, viewer, workflowId, body)
    if (await hasRuns(tx)) throw conflict('runs_left', 'Your plan has runs again. Start it now.')
    if ((await countDated(tx, workflowId)) >= MAX_DATED_STARTS)
      throw conflict('too_many_dated', `Up to ${MAX_DATED_STARTS} starts of a workflow can wait for next month.`)
    const { memberId, user } = viewer
    const [startsAt, reason] = [await nextRuns(tx), reasonFor('limit')]
    const made = { workflowId, memberId, key: `${memberId}:${key}`, given: body, startsAt, reason }
    const id = await insertDated(tx, made)
    await releaseNextMonth(tx)
    await recordAct(tx, viewer, workflowId, 'start_dated', body.name)
    const row = {
      id,
      name: body.name,
      not_before: startsAt,
      started_by: memberId,
      by_name: user.name,
      is_due: false,
      reason,
    }
    return { data: datedWire(row) }
  })

export const cancelDated = (
  ctx: Context,
  viewer: Viewer,
  { workflowId, heldStartId: id }: { workflowId: WorkflowId; heldStartId: HeldStartId },
): Promise<Made<typeof cancelDatedStart>> =>
  inTenant(ctx, viewer, async (tx) => {
    await openWorkflow(tx, viewer, workflowId)
    const name = await deleteDated(tx, { id, workflowId, memberId: viewer.memberId })
    if (name === undefined) throw notFound('This start')
    await recordAct(tx, viewer, workflowId, 'dated_start_canceled', name)
    return { id }
  })
