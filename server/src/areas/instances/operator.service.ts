import { randomUUID } from 'node:crypto'
import { writesOf } from '@throughline/flow/compile'
import type { Json } from '@throughline/flow/eval'
import type { PlanStep } from '@throughline/flow/plan'
import type { Dropped, Open, State } from '@throughline/flow/run'
import * as z from 'zod/mini'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { JsonObject } from '../../core/db/schema.gen.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { AppError, conflict, invalid, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { tenantKey } from '../../core/keys/tenant-key.ts'
import { versionOf } from './engine/version.ts'
import { actOnInstance, type OperatorAct } from './engine-acts.service.ts'
import { findState } from './instance-page.queries.ts'
import { notifyApprovers, requireOverridable } from './override/approval.ts'
import { findPinned, seenInstance } from './sight.service.ts'

/** A step of an instance, or one item of its list. */
export interface StepAddress {
  instanceId: string
  step: string
  item?: number | undefined
}

const ended = () => conflict('ended', 'This instance has already ended')

const REFUSALS: Record<Dropped, () => AppError> = {
  ended,
  late: () => conflict('not_open', 'This step is not open any more'),
  repeat: () => conflict('done_before', 'This was done before'),
  stale: () => conflict('changed', 'This step went on in the meantime. Look at it again.'),
  kind: () => invalid('This cannot be done to this step'),
  unknown: () => invalid('This step cannot be left that way'),
}

/**
 * Done by the engine's own turn, then told to the audit. A repeat under the same key is not done twice. What the engine
 * did not answer in time it may still do: the audit says so.
 */
async function operate(
  ctx: Context,
  viewer: Viewer,
  instanceId: string,
  act: OperatorAct,
  key: string,
  told: JsonObject,
  notify?: (tx: TenantTx) => Promise<void>,
) {
  const name = { retry: 'step_retried', override: 'step_overridden', cancel: 'cancelled' }[act.t]
  const tell = (data: JsonObject) =>
    inTenant(ctx, viewer, async (tx) => {
      tx.audit({ act: `instance.${name}`, kind: 'instance', id: instanceId, data })
      if (data === told) await notify?.(tx)
    })
  const updateId = `${viewer.memberId}:${act.t}:${key}`
  const asked = actOnInstance(ctx, { tenantId: viewer.tenantId, instanceId }, act, updateId)
  const answer = await asked.catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'engine_away') await tell({ ...told, answer: 'unknown' })
    throw error
  })
  if ('dropped' in answer) throw REFUSALS[answer.dropped]()
  await tell(told)
}

export async function cancel(
  ctx: Context,
  viewer: Viewer,
  instanceId: string,
  reason: string,
  key: string = randomUUID(),
) {
  const { status } = await readTenant(ctx, viewer, (tx) => seenInstance(tx, viewer, instanceId))
  // Asked again: it is as it was wanted.
  if (status === 'cancelled') return
  if (status === 'completed') throw ended()
  await operate(ctx, viewer, instanceId, { t: 'cancel', by: viewer.memberId, reason }, key, { reason })
}

interface Opened {
  open: Open
  planned: PlanStep
  /** What later steps may read of it. */
  outputs: string[]
  isApproval: boolean
}

/** The step as it is open now, in an instance that the viewer may see; `override` also asks whether they may override it. */
const openStep = (
  ctx: Context,
  viewer: Viewer,
  { instanceId, step: id, item }: StepAddress,
  wanted: 'retry' | 'override',
): Promise<Opened> =>
  readTenant(ctx, viewer, async (tx) => {
    const seen = await seenInstance(tx, viewer, instanceId)
    if (seen.status === 'completed' || seen.status === 'cancelled') throw ended()
    const pinned = await findPinned(tx.db, tx.tenantId, instanceId)
    const stored = await findState(tx.db, tx.tenantId, instanceId)
    if (!pinned || !stored) throw notFound('This instance')
    const version = await versionOf(tx.db, tx.tenantId, pinned.workflow_id, pinned.workflow_version)
    const { doc, plan } = version
    const step = Object.hasOwn(doc.steps, id) ? doc.steps[id] : undefined
    const planned = plan.steps.find((one) => one.id === id)
    if (!step || !planned) throw notFound('This step')
    const state = z.parse(z.custom<State>(), stored.state)
    const open = Object.hasOwn(state.open, id) ? state.open[id] : undefined
    if (!open) throw REFUSALS.late()
    const isApproval = step.type === 'approval'
    if (isApproval && wanted === 'override') {
      const run = { instanceId, step: id, round: open.round, item }
      await requireOverridable(tx, viewer, { ...run, version, startedBy: pinned.started_by })
    }
    return { open, planned, isApproval, outputs: writesOf(step).map(({ name }) => name) }
  })

const itemIn = ({ each }: Open, item: number) => (each && Object.hasOwn(each.open, item) ? each.open[item] : undefined)

/** Of a list the item that is named, else the first that has failed. */
function failedIn(open: Open, item: number | undefined): { attempt: number; item?: number } {
  if (item === undefined && open.phase === 'failed') return { attempt: open.attempt }
  const failed = Object.entries(open.each?.open ?? {}).find(
    ([n, one]) => one.phase === 'failed' && (item === undefined || Number(n) === item),
  )
  if (!failed) throw conflict('not_failed', 'This step has not failed')
  return { attempt: failed[1].attempt, item: Number(failed[0]) }
}

export async function retryRun(ctx: Context, viewer: Viewer, address: StepAddress, key: string = randomUUID()) {
  const { open } = await openStep(ctx, viewer, address, 'retry')
  const { instanceId, step } = address
  const failed = failedIn(open, address.item)
  const act: OperatorAct = { t: 'retry', step, round: open.round, by: viewer.memberId, ...failed }
  await operate(ctx, viewer, instanceId, act, key, { step, ...failed })
}

export interface Override {
  reason: string
  /** Absent: the step's usual one. */
  outcome?: string | undefined
  outputs: Record<string, Json>
}

export async function overrideRun(
  ctx: Context,
  viewer: Viewer,
  address: StepAddress,
  { reason, outcome: wanted, outputs: given }: Override,
  key: string = randomUUID(),
) {
  const { open, planned, outputs, isApproval } = await openStep(ctx, viewer, address, 'override')
  const { instanceId, step, item } = address
  if (item !== undefined && !itemIn(open, item)) throw REFUSALS.late()
  const outcome = wanted ?? planned.outs[0]?.name ?? 'done'
  if (!planned.outs.some(({ name }) => name === outcome)) throw REFUSALS.unknown()
  const strange = Object.keys(given).filter((name) => !outputs.includes(name))
  if (strange.length > 0) {
    throw invalid(
      'This step does not set all of that',
      strange.map((name) => ({ path: `outputs.${name}`, message: 'not set by this step' })),
    )
  }
  const ticket = { step, round: open.round, ...(item !== undefined && { item }) }
  const act: OperatorAct = { t: 'override', ...ticket, outcome, by: viewer.memberId, reason, outputs: given }
  const told = { ...ticket, outcome, reason, outputs: Object.keys(given) }
  if (!isApproval) return operate(ctx, viewer, instanceId, act, key, told)
  // Made or fetched now, so that the transaction need not wait for a second connection.
  await tenantKey(ctx, viewer.tenantId)
  await operate(ctx, viewer, instanceId, act, key, told, (tx) =>
    notifyApprovers(ctx, tx, viewer, { instanceId, ...ticket }, reason),
  )
}
