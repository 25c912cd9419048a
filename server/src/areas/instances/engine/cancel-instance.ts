import type { Json } from '@throughline/flow/eval'
import type { State } from '@throughline/flow/run'
import { cancelledState } from '@throughline/flow/run/cancelled'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { type InstanceRow, isOver } from './instance.queries.ts'
import { leaveDuties, playTurn } from './play-turn.ts'
import { TurnError } from './turn-error.ts'
import type { NewEvent } from './turn-event.ts'
import { TurnWrites } from './turn-writes.ts'
import { forgetProblem } from './wants.queries.ts'
import { writeTurn } from './write-turn.ts'

type Cancel = Extract<NewEvent, { t: 'cancel' }>

/**
 * Ends an instance that is held, whatever has become of its plan and document: where the turn throws, the state that it
 * would come to is written by hand. Says false if it had ended before.
 */
export async function cancelInstance(tx: TenantTx, row: InstanceRow, cancel: Cancel): Promise<boolean> {
  if (isOver(row)) return false
  await sql`savepoint before_cancel`.execute(tx.db)
  try {
    return (await playTurn(tx, row, [cancel])).dropped === undefined
  } catch (error) {
    if (!(error instanceof TurnError)) throw error
    await sql`rollback to savepoint before_cancel`.execute(tx.db)
    await cancelByHand(tx, row, cancel)
    return true
  }
}

async function cancelByHand(tx: TenantTx, row: InstanceRow, cancel: Cancel): Promise<void> {
  const at = row.at.getTime()
  const before = z.parse(z.custom<State>(), row.state)
  const vars = z.parse(z.custom<Record<string, Json>>(), row.variables)
  const writes = new TurnWrites()
  const event = { ...cancel, at }
  writes.begin(event)
  for (const [step, { round }] of Object.entries(before.open)) writes.close({ step, round }, { at, why: 'ended' })
  const state = { ...cancelledState(before), seq: row.seq + 1 }
  const lists = z.parse(z.custom<Record<string, Json[]>>(), row.lists)
  const events = { events: [event], taken: 1, commands: [] }
  await writeTurn(tx, { row, state, vars, lists, steps: [], before: vars, writes, ...events })
  if (row.problem !== null) await forgetProblem(tx.db, tx.tenantId, row.id)
  // What was wanted is not known: the engine looks in any case, and takes back what is under way.
  await leaveDuties(tx, { row, state }, true)
}
