import type { Verdict } from '@throughline/flow/run'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { lockInstance } from './engine/lock-instance.ts'
import { playTurn } from './engine/play-turn.ts'
import { REFUSALS } from './engine/refusals.ts'
import type { NewEvent } from './engine/turn-event.ts'

/** A row of tasks, as far as its instance is concerned. */
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

/** The turn that an event from outside leads to; an act that does not count any more is refused whole. */
export async function playEvent(tx: TenantTx, instanceId: string, event: NewEvent): Promise<void> {
  const row = await lockInstance(tx, instanceId)
  if (!row) throw notFound('This instance')
  const { dropped, reminded } = await playTurn(tx, row, [event])
  if (dropped) throw REFUSALS[dropped]()
  if (reminded.length > 0) throw new Error('only an alarm reminds')
}

/** What a person did to a task, or to the file it is about, and all that follows from it. */
export function playAct(tx: TenantTx, { instance_id, step, round, item }: TaskTicket, act: Act): Promise<void> {
  if (step === null) throw new Error('a query is between people: its instance has no part in it')
  return playEvent(tx, instance_id, { ...act, step, round, ...(item >= 0 && { item }) })
}
