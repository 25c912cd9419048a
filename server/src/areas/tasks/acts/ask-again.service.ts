import { tally } from '@throughline/flow/run'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { lockInstancesOf, playAct, versionOf } from '../../instances/instances.public.ts'
import { type SeatRow, seatsOfTask, versionNumberOf } from '../detail/detail.queries.ts'
import { stepIn } from '../detail/step-view.ts'
import { recordTaskAct } from '../task-act.ts'
import { lockOpenApproval } from '../task-lock.queries.ts'
import { withdrawDecisions } from './decisions.queries.ts'

const votesIn = (seats: readonly SeatRow[]) =>
  Object.fromEntries(seats.flatMap(({ slot, verdict }) => (verdict ? [[slot, verdict]] : [])))

/** Until the commit nobody decides: its instance is locked, and the task where it is an open approval. */
export async function lockApproval(tx: ReadTx, taskId: string): Promise<void> {
  await lockInstancesOf(tx, [taskId])
  await lockOpenApproval(tx.db, tx.tenantId, taskId)
}

/**
 * What an open approval has decided on was changed: its votes do not count any more, and whoever gave them is asked
 * again. What they have come to already is done.
 */
export async function askAgainOf(tx: TenantTx, taskId: string, why: { document: string; version: number }) {
  const { db, tenantId } = tx
  const task = await lockOpenApproval(db, tenantId, taskId)
  if (!task) return
  const version = await versionOf(db, tenantId, task.workflow_id, await versionNumberOf(db, tenantId, task.instance_id))
  const step = stepIn(version, task.step)
  const seats = await seatsOfTask(db, tenantId, taskId, null)
  if (step?.type !== 'approval' || !seats.some(({ verdict }) => verdict)) return
  if (tally(step.rule, seats.length, votesIn(seats))) return
  const asked = await withdrawDecisions(db, tenantId, taskId, step.order === 'in_order')
  await playAct(tx, task, { t: 'withdrawn', asked })
  await recordTaskAct(tx, 'asked_again', task, why)
}
