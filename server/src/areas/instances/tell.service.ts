import type { Verdict } from '@throughline/flow/run'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { workflowIdOf } from './engine/address.ts'

/** A row of tasks, as far as the engine is concerned. */
export interface TaskTicket {
  instance_id: string
  step: string | null
  round: number
  item: number
}

export type Act =
  | { t: 'done'; by: string }
  | { t: 'decision'; slot: number; decision: Verdict; by: string; asked?: number }
  | { t: 'withdrawn'; asked: number }

/**
 * Tells the instance after the commit what a person did to a task, or to the file it is about. What does not count there any more changes no
 * variable: it stays in the trace, and its answer or decision is marked as not counted.
 */
export function tellInstance(tx: TenantTx, { instance_id, step, round, item }: TaskTicket, act: Act): void {
  if (step === null) throw new Error('a query is between people: the engine has no part in it')
  tx.signal(instance_id, {
    workflowId: workflowIdOf(tx.tenantId, instance_id),
    signal: 'told',
    args: { event: { ...act, step, round, ...(item >= 0 && { item }) } },
  })
}
