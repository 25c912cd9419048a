import { writesOf } from '@throughline/flow/compile'
import type { Step, VarType } from '@throughline/flow/document'
import { type Json, parseDay, parseInstant } from '@throughline/flow/eval'
import type { Context } from '../../../core/context.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, forbidden, invalid } from '../../../core/errors.ts'
import { may, type Viewer } from '../../../core/http/viewer.ts'
import { overrideRun, retryRun, versionOf } from '../../instances/instances.public.ts'
import { findDetail } from '../detail/detail.queries.ts'
import { stepIn } from '../detail/step-view.ts'
import { beginTaskAct, notOpen } from '../task-act.ts'
import type { LockedTask } from '../task-lock.queries.ts'
import { isOpen } from '../task-wire.ts'

/** The run of a step that a task belongs to. */
function addressOf({ instance_id, step, item }: LockedTask) {
  if (step === null) throw conflict('is_query', 'A question can only be answered')
  return { instanceId: instance_id, step, ...(item >= 0 && { item }) }
}

export async function retryByPerson(tx: TenantTx, viewer: Viewer, taskId: string): Promise<void> {
  const task = await beginTaskAct(tx, viewer, taskId)
  const address = addressOf(task)
  if (task.status !== 'failed') throw conflict('not_failed', 'Only failed tasks can be retried')
  await retryRun(tx, viewer, address)
}

export interface Override {
  reason?: string | undefined
  outcome?: string | undefined
  outputs?: Record<string, Json> | undefined
}

/** Past a step, with a reason and with what later steps need of it. */
export async function overrideByPerson(
  ctx: Context,
  tx: TenantTx,
  viewer: Viewer,
  taskId: string,
  { reason, outcome, outputs = {} }: Override,
): Promise<void> {
  if (!may(viewer, 'tasks.override')) throw forbidden()
  const task = await beginTaskAct(tx, viewer, taskId)
  const detail = await findDetail(tx.db, tx.tenantId, taskId, viewer.memberId)
  if (!detail) throw new Error('a task has its instance')
  const version = await versionOf(tx.db, tx.tenantId, task.workflow_id, detail.workflow_version)
  const step = stepIn(version, task.step)
  const address = addressOf(task)
  if (!isOpen(task.status)) throw notOpen(task.status)
  if (!reason) throw invalid('Say why', [{ path: 'reason', message: 'required' }])
  if (step) requireFitting(step, outputs)
  await overrideRun(ctx, tx, viewer, address, { reason, outcome, outputs })
}

/** Whether a value can stand in a variable of this type; none always can. */
function fits(type: VarType, value: Json): boolean {
  if (value === null || type === 'json') return true
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'list' || type === 'table' || type === 'file') return Array.isArray(value)
  if (typeof value !== 'string') return false
  if (type === 'date') return parseDay(value) !== undefined
  return type === 'datetime' ? parseInstant(value) !== undefined : true
}

/** What a step that is passed over leaves behind has the types it would have set itself; one item's are not the list's. */
function requireFitting(step: Step, outputs: Record<string, Json>): void {
  const { each: _, ...once } = step
  const types = new Map(writesOf(once).map(({ name, type }) => [name, type]))
  const wrong = Object.entries(outputs).flatMap(([name, value]) => {
    const type = types.get(name)
    return type === undefined || fits(type, value) ? [] : [{ path: `outputs.${name}`, message: 'bad_shape' }]
  })
  if (wrong.length > 0) throw invalid('Some of these values aren’t valid', wrong)
}
