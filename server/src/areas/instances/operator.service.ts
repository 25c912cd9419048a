import { writesOf } from '@throughline/flow/compile'
import type { Json } from '@throughline/flow/eval'
import type { PlanStep } from '@throughline/flow/plan'
import type { Open, State } from '@throughline/flow/run'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import type { JsonObject } from '../../core/db/schema.gen.ts'
import { isStorable } from '../../core/db/storable.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { conflict, invalid, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { cancelInstance } from './engine/cancel-instance.ts'
import { type InstanceRow, isOver } from './engine/instance.queries.ts'
import { lockInstance } from './engine/lock-instance.ts'
import { hasEnded, REFUSALS } from './engine/refusals.ts'
import { versionOf } from './engine/version.ts'
import { notifyApprovers, requireOverridable } from './override/approval.ts'
import { playEvent } from './play-act.service.ts'
import { requireVisibleInstance } from './visibility.service.ts'

/** A step of an instance, or one item of its list. */
export interface StepAddress {
  instanceId: string
  step: string
  item?: number | undefined
}

const record = (tx: TenantTx, act: string, instanceId: string, data: JsonObject) =>
  tx.audit({ act: `instance.${act}`, kind: 'instance', id: instanceId, data })

/** Locked until the commit, if the viewer may see it. */
async function lockVisibleInstance(tx: TenantTx, viewer: Viewer, instanceId: string): Promise<InstanceRow> {
  await requireVisibleInstance(tx, viewer, instanceId)
  const row = await lockInstance(tx, instanceId)
  if (!row) throw notFound('This instance')
  return row
}

function requireStorable(texts: JsonObject): void {
  if (!isStorable(texts)) throw invalid('Some of the data can’t be stored')
}

/** Asked again, it is as it was wanted. Reads no document, so that whatever cannot go on can be ended. */
export async function cancel(tx: TenantTx, viewer: Viewer, instanceId: string, reason: string): Promise<void> {
  requireStorable({ reason })
  const row = await lockVisibleInstance(tx, viewer, instanceId)
  if (row.status === 'cancelled') return
  if (!(await cancelInstance(tx, row, { t: 'cancel', by: viewer.memberId, reason }))) throw hasEnded()
  record(tx, 'cancelled', instanceId, { reason })
}

interface Opened {
  open: Open
  planned: PlanStep
  /** What later steps may read of it. */
  outputs: string[]
  isApproval: boolean
}

/** The step as it is open now; `override` also asks whether the viewer may override it. */
async function openStep(
  tx: TenantTx,
  viewer: Viewer,
  { instanceId, step: id, item }: StepAddress,
  wanted: 'retry' | 'override',
): Promise<Opened> {
  const row = await lockVisibleInstance(tx, viewer, instanceId)
  if (isOver(row)) throw hasEnded()
  const version = await versionOf(tx.db, tx.tenantId, row.workflow_id, row.workflow_version)
  const { doc, plan } = version
  const step = Object.hasOwn(doc.steps, id) ? doc.steps[id] : undefined
  const planned = plan.steps.find((one) => one.id === id)
  if (!step || !planned) throw notFound('This step')
  const state = z.parse(z.custom<State>(), row.state)
  const open = Object.hasOwn(state.open, id) ? state.open[id] : undefined
  if (!open) throw REFUSALS.late()
  const isApproval = step.type === 'approval'
  if (isApproval && wanted === 'override') {
    const run = { instanceId, step: id, round: open.round, item }
    await requireOverridable(tx, viewer, { ...run, version, startedBy: row.started_by })
  }
  return { open, planned, isApproval, outputs: writesOf(step).map(({ name }) => name) }
}

const itemIn = ({ each }: Open, item: number) => (each && Object.hasOwn(each.open, item) ? each.open[item] : undefined)

/** Of a list the item that is named, else the first that has failed. */
function failedIn(open: Open, item: number | undefined): { attempt: number; item?: number } {
  if (item === undefined && open.phase === 'failed') return { attempt: open.attempt }
  const failed = Object.entries(open.each?.open ?? {}).find(
    ([n, one]) => one.phase === 'failed' && (item === undefined || Number(n) === item),
  )
  if (!failed) throw conflict('not_failed', 'This step hasn’t failed')
  return { attempt: failed[1].attempt, item: Number(failed[0]) }
}

export async function retryRun(tx: TenantTx, viewer: Viewer, address: StepAddress): Promise<void> {
  const { open } = await openStep(tx, viewer, address, 'retry')
  const { instanceId, step } = address
  const failed = failedIn(open, address.item)
  await playEvent(tx, instanceId, { t: 'retry', step, round: open.round, by: viewer.memberId, ...failed })
  record(tx, 'step_retried', instanceId, { step, ...failed })
}

export interface Override {
  reason: string
  /** Absent: the step's usual one. */
  outcome?: string | undefined
  outputs: Record<string, Json>
}

/** The approvers that are passed over are told: the tenant's key must have been loaded before the transaction. */
export async function overrideRun(
  ctx: Context,
  tx: TenantTx,
  viewer: Viewer,
  address: StepAddress,
  { reason, outcome: wanted, outputs: given }: Override,
): Promise<void> {
  requireStorable({ reason, ...given })
  const { open, planned, outputs, isApproval } = await openStep(tx, viewer, address, 'override')
  const { instanceId, step, item } = address
  if (item !== undefined && !itemIn(open, item)) throw REFUSALS.late()
  const outcome = wanted ?? planned.outs[0]?.name ?? 'done'
  if (!planned.outs.some(({ name }) => name === outcome)) throw REFUSALS.unknown()
  const strange = Object.keys(given).filter((name) => !outputs.includes(name))
  if (strange.length > 0) {
    throw invalid(
      'This step doesn’t set all of these values',
      strange.map((name) => ({ path: `outputs.${name}`, message: 'not set by this step' })),
    )
  }
  const ticket = { step, round: open.round, ...(item !== undefined && { item }) }
  await playEvent(tx, instanceId, { t: 'override', ...ticket, outcome, by: viewer.memberId, reason, outputs: given })
  record(tx, 'step_overridden', instanceId, { ...ticket, outcome, reason, outputs: Object.keys(given) })
  if (isApproval) await notifyApprovers(ctx, tx, viewer, { instanceId, ...ticket }, reason)
}
