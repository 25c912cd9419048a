import { TenantId } from '@throughline/contracts/ids'
import { statusOf } from '@throughline/flow/run'
import { type OutsideWork, outsideWorkOf } from '@throughline/flow/run/outside-work'
import type { Call } from '@throughline/flow/run/types'
import type { Context } from '../../../core/context.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { openTasksOf } from '../reminders/reminder.queries.ts'
import { remindAssignees } from '../reminders/reminder.service.ts'
import { type Address, childKeyOf, effectKeyOf } from './address.ts'
import { clearProblem, hasUnbegunWork } from './clear-problem.ts'
import { type Effect, findEffects } from './effects.queries.ts'
import { type InstanceRow, isOver } from './instance.queries.ts'
import { keepProblem } from './keep-problem.ts'
import { loadRunning } from './load-running.ts'
import { lockInstance } from './lock-instance.ts'
import { playTurn } from './play-turn.ts'
import { RESTORED_CALL } from './restored-call.ts'
import type { Ticket } from './running.ts'
import { type Child, childrenByKey, openChildren } from './sync.queries.ts'
import { lastingOf, orTurnError } from './turn-error.ts'
import type { NewEvent } from './turn-event.ts'
import { countTry, forgetTries, postpone, putDeadline } from './wants.queries.ts'

/** What has to happen outside the instance now, as it stands in the rows. */
export interface Synced {
  /** Null where that cannot be said: what is under way is left alone. */
  calls: Call[] | null
  /** Wanted children that are not there yet. */
  start: Call[]
  /** Children that run and are not wanted any more. */
  stop: string[]
  /** The moment of the next look, by the database's clock, and the milliseconds until then. */
  alarm: number | null
  delay: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** How late an alarm may ring before the reconciler looks. */
const GRACE = 2 * MINUTE
/** By when calls, starts and stops have been made. */
const SOON = 10 * MINUTE

const NOTHING = { start: [], stop: [], alarm: null, delay: 0 }

/** What an instance wants now, and what the rows say of it. */
interface SyncState {
  row: InstanceRow
  work: OutsideWork & { hasChildren: boolean }
  effects: Map<string, Effect>
  children: Map<string, Child>
}

async function syncStateOf(tx: TenantTx, row: InstanceRow): Promise<SyncState> {
  const { db, tenantId } = tx
  const work = await ordersOf(tx, row)
  const effects = await findEffects(
    db,
    tenantId,
    work.calls.map((call) => effectKeyOf(row, call)),
  )
  const children = await childrenByKey(
    db,
    tenantId,
    work.children.map((call) => childKeyOf(row, call)),
  )
  return { row, work, effects, children }
}

function resultOf(call: Call, effect: Effect | undefined): NewEvent[] {
  const { key: _, attempt, ...ticket } = call
  if (effect?.state === 'done') return [{ t: 'result', ...ticket, attempt, ok: true }]
  if (!effect?.answer || effect.attempt !== attempt) return []
  // A person has to check this, so that no route for failures is taken.
  if (effect.answer === 'look') return [{ t: 'error', ...ticket, code: 'look', text: RESTORED_CALL }]
  return [{ t: 'result', ...ticket, attempt, ok: false, code: effect.answer }]
}

/** What the end of a child is to its parent. */
export function endOf(call: Call, child: Child | undefined): NewEvent[] {
  const { key: _, ...ticket } = call
  if (child?.status === 'cancelled') return [{ t: 'result', ...ticket, ok: false, code: 'cancelled' }]
  if (child?.status !== 'completed') return []
  return [{ t: 'result', ...ticket, ok: true, ...(child.outcome === 'rejected' && { outcome: 'rejected' as const }) }]
}

/** What is due, answered, ended, or has room. */
const eventsOf = ({ row, work, effects, children }: SyncState): NewEvent[] => [
  ...(work.alarm !== null && work.alarm <= row.at.getTime() ? [{ t: 'tick' } as const] : []),
  ...work.calls.flatMap((call) => resultOf(call, effects.get(effectKeyOf(row, call)))),
  ...work.children.flatMap((call) => endOf(call, children.get(childKeyOf(row, call)))),
  ...work.more.map((ticket) => ({ t: 'more', ...ticket }) as const),
]

/** Of what has ended nothing is wanted, and so its plan is not read. */
async function ordersOf(tx: TenantTx, row: InstanceRow): Promise<OutsideWork & { hasChildren: boolean }> {
  if (isOver(row)) return { alarm: null, calls: [], children: [], more: [], hasChildren: true }
  const { plan, state } = await loadRunning(tx, row)
  return { ...outsideWorkOf(plan, state), hasChildren: plan.steps.some(({ type }) => type === 'subworkflow') }
}

/** What is left to do, and when it must have been looked at again. */
async function answer(tx: TenantTx, { row, work, effects, children }: SyncState): Promise<Synced> {
  const now = row.at.getTime()
  const held = work.calls.map((call) => effects.get(effectKeyOf(row, call))?.held_until?.getTime() ?? 0)
  const calls = work.calls.filter((_, n) => (held[n] ?? 0) <= now)
  const start = work.children.filter((call) => !children.has(childKeyOf(row, call)))
  const keys = new Set(work.children.map((call) => childKeyOf(row, call)))
  const open = work.hasChildren ? await openChildren(tx.db, tx.tenantId, row.id) : []
  const stop = open.filter(({ source_key }) => !keys.has(source_key)).map(({ id }) => id)
  const alarms = [...held.filter((until) => until > now), ...(work.alarm === null ? [] : [work.alarm])]
  const alarm = alarms.length > 0 ? Math.min(...alarms) : null
  const deadlines = [
    ...(alarm === null ? [] : [alarm + GRACE]),
    ...(calls.length + start.length + stop.length > 0 ? [now + SOON] : []),
    ...(work.children.length > 0 ? [now + DAY] : []),
  ]
  const by = deadlines.length > 0 ? Math.min(...deadlines) : null
  // What `sync` itself could not do is done by now; what an act could not, stays until a turn is committed.
  if ((row.tries ?? 0) > 0) await endTries(tx, row, work)
  await putDeadline(tx.db, tx.tenantId, row, by)
  return { calls, start, stop, alarm, delay: alarm === null ? 0 : Math.max(0, alarm - now) }
}

/** `sync` can play the instance again. What else could not be done goes on saying so. */
async function endTries(tx: TenantTx, row: InstanceRow, work: OutsideWork): Promise<void> {
  if (row.problem !== null && (await hasUnbegunWork(tx, row, work))) await forgetTries(tx.db, tx.tenantId, row.id)
  else await clearProblem(tx, row)
}

/** Part of the turn, so that a rerun reminds nobody twice. */
async function remindPeople(tx: TenantTx, instanceId: string, runs: readonly Ticket[]) {
  const tasks = await openTasksOf(tx.db, tx.tenantId, instanceId, runs)
  if (tasks.length > 0) await remindAssignees(tx, tasks)
}

/** Where the instance stands once all that is due, answered or ended has been played. */
async function play(tx: TenantTx, row: InstanceRow): Promise<SyncState> {
  const standing = await syncStateOf(tx, row)
  const events = eventsOf(standing)
  if (events.length === 0) return standing
  const { reminded, state } = await playTurn(tx, row, events, 'engine')
  if (reminded.length > 0) await remindPeople(tx, row.id, reminded)
  return syncStateOf(tx, { ...row, state, status: statusOf(state) })
}

/** Under the one lock: plays as one turn what is due, answered and ended, and says what is wanted then. */
async function syncLocked(tx: TenantTx, row: InstanceRow | undefined): Promise<Synced> {
  if (!row) return { ...NOTHING, calls: [] }
  if (row.tenant_status === 'closed') {
    await putDeadline(tx.db, tx.tenantId, row, row.at.getTime() + DAY)
    return { ...NOTHING, calls: null }
  }
  return orTurnError(async () => answer(tx, await play(tx, row)))
}

/** In one transaction; `settle` writes under the lock what the turn is to read. */
export async function lockAndSync(
  ctx: Context,
  address: Address,
  settle?: (tx: TenantTx) => Promise<void>,
): Promise<Synced> {
  const tenantId = TenantId.parse(address.tenantId)
  return inTenant(ctx, { tenantId }, async (tx) => {
    const row = await lockInstance(tx, address.instanceId)
    await settle?.(tx)
    return syncLocked(tx, row)
  })
}

/**
 * The one activity on an instance. What throws is tried again by the engine; after the fifth time (of a statement that
 * was too slow, the twentieth) people are shown so, and it is looked at every hour.
 */
export async function syncInstance(ctx: Context, address: Address): Promise<Synced> {
  const tenantId = TenantId.parse(address.tenantId)
  try {
    return await lockAndSync(ctx, address)
  } catch (error) {
    const lasting = lastingOf(error)
    if (!lasting) throw error
    const { instanceId } = address
    const tries = await inTenant(ctx, { tenantId }, ({ db }) => countTry(db, tenantId, instanceId))
    if (tries < lasting.tries) throw error
    await keepProblem(ctx, tenantId, instanceId, lasting.error)
    await inTenant(ctx, { tenantId }, ({ db }) => postpone(db, tenantId, instanceId, HOUR))
    return { ...NOTHING, calls: null, alarm: Date.now() + HOUR, delay: HOUR }
  }
}
