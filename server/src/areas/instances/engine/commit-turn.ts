import { isDeepStrictEqual } from 'node:util'
import { TenantId } from '@throughline/contracts/ids'
import { type Command, type Event, reduce } from '@throughline/flow/run'
import { wanted } from '@throughline/flow/run/wanted'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { tenantKey } from '../../../core/keys/tenant-key.ts'
import type { Address } from './address.ts'
import { carryOut } from './carry-out.ts'
import { committedTurn, type InstanceRow, lockInstance } from './instance.queries.ts'
import { loadRunning } from './load-running.ts'
import { tellParent } from './tell-parent.ts'
import type { TracedEvent, TurnEvent } from './turn-event.ts'
import { TurnWrites } from './turn-writes.ts'
import { writeTurn } from './write-turn.ts'

/** A turn that goes on and on is a fault of the plan; the rules of the language forbid it. */
const MOST_EVENTS = 5_000

export interface TurnInput extends Address {
  /** The engine's name for this run of the instance, from its start to its end. */
  run: string
  seq: number
  events: TurnEvent[]
}

/** What a turn took that was committed before, and its place among what was given now; none where it is not there. */
type Took = { event: TurnEvent; of?: number }[]

/** `over`: there is nothing to run, since it ran to its end before, is carried by another run, or is gone. */
export type Turned = { events: Event[]; took?: Took } | { over: true }

/**
 * One turn, in one transaction: what the events lead to, until only waits are left. A rerun finds the turn committed,
 * changes nothing, and hands back the same events. More may have come in since: it says which of them the turn took.
 */
export async function commitTurn(ctx: Context, input: TurnInput): Promise<Turned> {
  const { instanceId, run, seq, events } = input
  const tenantId = TenantId.parse(input.tenantId)
  // Reminders are sealed with it: loaded within, it would wait for a second connection while the turn holds one.
  await tenantKey(ctx, tenantId)
  return inTenant(ctx, { tenantId }, async (tx): Promise<Turned> => {
    const locked = await lockInstance(tx.db, tx.tenantId, instanceId)
    if (!locked || (locked.engine_run !== null && locked.engine_run !== run)) return { over: true }
    if (locked.seq >= seq) {
      const { taken, produced } = await committedTurn(tx.db, tx.tenantId, instanceId, seq)
      return { events: produced, took: placed(taken, events) }
    }
    if (locked.seq !== seq - 1) throw new Error(`turn ${seq} of ${instanceId} comes after turn ${locked.seq}`)
    return { events: await play(ctx, tx, locked, { run, seq, taken: events }) }
  })
}

/** Each event in the place of the one that says the same; the moment is of whoever came first. */
function placed(taken: readonly TurnEvent[], given: readonly TurnEvent[]): Took {
  const free = new Set(given.keys())
  return taken.map((event) => {
    const of = [...free].find((place) => isDeepStrictEqual({ ...given[place], at: event.at }, event))
    if (of === undefined) return { event }
    free.delete(of)
    return { event, of }
  })
}

interface Taken {
  run: string
  seq: number
  taken: TurnEvent[]
}

async function play(ctx: Context, tx: TenantTx, row: InstanceRow, { run, seq, taken }: Taken): Promise<Event[]> {
  const running = await loadRunning(tx, row)
  const before = running.vars
  const writes = new TurnWrites()
  const queue: TurnEvent[] = [...taken]
  const events: TracedEvent[] = []
  const commands: Command[] = []
  for (const [place, event] of queue.entries()) {
    const { state, commands: found, dropped } = reduce(running.plan, running.state, event)
    running.state = state
    // What came from outside is kept even if it does not count; what the turn itself found for nothing is not.
    if (!dropped || place < taken.length) events.push(dropped ? { ...event, dropped } : event)
    if (!dropped) writes.begin(event)
    for (const command of found) {
      commands.push(command)
      const produced = await carryOut(running, writes, command, event)
      if (produced && queue.length < MOST_EVENTS) queue.push(produced)
    }
    // A long list opens its items event by event; they all belong to this turn.
    if (place === queue.length - 1)
      for (const ticket of wanted(running.plan, running.state).more) queue.push({ at: event.at, t: 'more', ...ticket })
  }
  running.state = { ...running.state, seq }
  await writeTurn(ctx, tx, { running, row, writes, run, seq, events, taken: taken.length, commands, before })
  if (commands.some(({ c }) => c === 'finish')) tellParent(tx, row, running.state)
  return events.slice(taken.length)
}
