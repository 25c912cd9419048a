import { type Command, type Dropped, reduce, type State } from '@throughline/flow/run'
import { mustPoke, outsideWorkOf } from '@throughline/flow/run/outside-work'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { formInstanceEnded } from '../instances.ports.ts'
import { workflowIdOf } from './address.ts'
import { carryOut } from './carry-out.ts'
import { forgetSolvedProblem } from './clear-problem.ts'
import { type InstanceRow, isOver } from './instance.queries.ts'
import { loadRunning } from './load-running.ts'
import { type Running, stepOf, type Ticket } from './running.ts'
import { orRecordedTurnError, orTurnError } from './turn-error.ts'
import type { NewEvent, TurnEvent } from './turn-event.ts'
import { TurnWrites } from './turn-writes.ts'
import { putDuty } from './wants.queries.ts'
import { type Played, writeTurn } from './write-turn.ts'

/** A turn that goes on and on is a fault of the plan; the rules of the language forbid it. */
const MAX_EVENTS = 5_000

export interface Turn {
  /** Why nothing was written, where none of the events counts. */
  dropped?: Dropped
  /** Runs whose people an alarm reminds. */
  reminded: readonly Ticket[]
  /** Where the instance stands after it. */
  state: State
}

/** An act has the engine look if there is something for it to do; the engine itself looks anyway. */
export type PlayedBy = 'act' | 'engine'

/**
 * Plays a turn in the transaction that holds the instance: what the events lead to, until only waits are left. It is
 * written with all that belongs to it. What does not count is left out; if nothing counts, nothing is written.
 */
export function playTurn(
  tx: TenantTx,
  row: InstanceRow,
  given: readonly NewEvent[],
  by: PlayedBy = 'act',
): Promise<Turn> {
  const work = async () => {
    const running = await loadRunning(tx, row)
    const before = outsideWorkOf(running.plan, running.state)
    const { dropped, ...played } = await play(running, row, given)
    const { state } = running
    if (played.taken === 0) return { reminded: [], state, ...(dropped && { dropped }) }
    await writeTurn(tx, played)
    const after = outsideWorkOf(running.plan, state)
    if (row.problem !== null) await forgetSolvedProblem(tx, row, after)
    await leaveDuties(tx, played, by === 'act' && mustPoke(before, after))
    return { reminded: played.writes.reminded, state }
  }
  // The engine tries more than once before it says so.
  return by === 'act' ? orRecordedTurnError(tx, row.id, work) : orTurnError(work)
}

/** The engine looks at the instance once this has committed; if it does not, the reconciler sees to it. */
export async function pokeInstance(tx: TenantTx, instanceId: string): Promise<void> {
  const { tenantId } = tx
  await putDuty(tx.db, tenantId, instanceId)
  tx.poke(instanceId, {
    workflow: 'keepInstance',
    workflowId: workflowIdOf(tenantId, instanceId),
    args: { tenantId, instanceId },
  })
}

/** What a written turn leaves for others. The end of a child has its parent looked at. */
export async function leaveDuties(tx: TenantTx, { row, state }: Pick<Played, 'row' | 'state'>, poke: boolean) {
  if (poke) await pokeInstance(tx, row.id)
  if (!isOver(state)) return
  if (row.parent_id) await pokeInstance(tx, row.parent_id)
  if (row.source === 'form') await formInstanceEnded.call(tx, row.id)
}

async function play(
  running: Running,
  row: InstanceRow,
  given: readonly NewEvent[],
): Promise<Played & { dropped?: Dropped }> {
  const at = row.at.getTime()
  const before = running.vars
  const writes = new TurnWrites()
  const queue = given.map((event): TurnEvent => ({ ...event, at }))
  const taken: TurnEvent[] = []
  const produced: TurnEvent[] = []
  const commands: Command[] = []
  let refused: Dropped | undefined
  for (const [place, event] of queue.entries()) {
    if (place >= MAX_EVENTS) throw new Error(`a turn of more than ${MAX_EVENTS} events`)
    const { state, commands: found, dropped } = reduce(running.plan, running.state, event)
    refused ??= dropped
    running.state = state
    if (!dropped) {
      ;(place < given.length ? taken : produced).push(event)
      writes.begin(event)
    }
    for (const command of found) {
      commands.push(command)
      const next = await carryOut(running, writes, command, event)
      if (next) queue.push(next)
    }
    // A long list opens its items event by event; they all belong to this turn.
    if (place === queue.length - 1)
      for (const ticket of outsideWorkOf(running.plan, running.state).more) queue.push({ at, t: 'more', ...ticket })
  }
  running.state = { ...running.state, seq: row.seq + 1 }
  const { state, vars, lists } = running
  const steps = Object.keys(state.open).map((step) => stepOf(running, step).name)
  const events = [...taken, ...produced]
  const played = { row, state, vars, lists, steps, before, writes, events, taken: taken.length, commands }
  return { ...played, ...(refused && { dropped: refused }) }
}
