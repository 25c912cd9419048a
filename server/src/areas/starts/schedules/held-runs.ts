import { sql } from 'kysely'
import { among } from '../../../core/db/among.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { isPassing, type StartReason, waitsForRuns } from '../start-reasons.ts'
import type { StartOutcome } from '../try-start.ts'
import { type FiredRun, findSchedule, lastStarted, type ScheduleRow, updateFiring } from './schedules.queries.ts'

const UNFINISHED = new Set(['pending', 'in_progress', 'failed'])
/** How old a run may be that is made up for, where each of those that were missed is. */
export const MAX_MISSED_AGE = 7 * 86_400_000
export const TOO_LATE: StartReason = { code: 'too_late', message: 'It was missed more than 7 days ago.' }
export const REPLACED: StartReason = { code: 'replaced', message: 'A later run took its place.' }

/** Of one run: that of its instance, and of the start that is held. */
export const runKey = (scheduleId: string, at: number): string => `${scheduleId}:${new Date(at).toISOString()}`

function runOfKey(key: string): { scheduleId: string; at: Date } {
  const end = key.indexOf(':')
  return { scheduleId: key.slice(0, end), at: new Date(key.slice(end + 1)) }
}

const lateText = (ms: number): string => {
  const count = Math.round(ms / 60_000)
  return count < 120
    ? `${count} minutes late`
    : count < 2_880
      ? `${Math.round(count / 60)} hours late`
      : `${Math.round(count / 1_440)} days late`
}

export const lateBy = (ms: number): StartReason => ({ code: 'late', message: lateText(ms) })

/** Whether what the newest run started is not finished, however many were left out since. */
export async function stillRunning({ db, tenantId }: ReadTx, id: string): Promise<StartReason | undefined> {
  const last = await lastStarted(db, tenantId, id)
  if (!last || last.deleted_at || !UNFINISHED.has(last.status ?? '')) return undefined
  // Not by its key: all who see the schedule read this, and not all of them may see that instance.
  return { code: 'still_running', message: 'The last one was still running.' }
}

async function ageOf({ db }: ReadTx, at: Date): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  return (rows[0]?.now ?? at).getTime() - at.getTime()
}

/** Why a run that was held doesn't begin, although it could. */
async function leftOutRun(tx: TenantTx, row: ScheduleRow, at: Date, held: unknown): Promise<FiredRun | undefined> {
  if (row.missed === 'each' && !waitsForRuns(held) && (await ageOf(tx, at)) > MAX_MISSED_AGE)
    return { state: 'missed', reason: TOO_LATE }
  const reason = row.still_running === 'skip' ? await stillRunning(tx, row.id) : undefined
  return reason && { state: 'left_out', reason }
}

/** Runs that are held follow the schedule's rules as well: true where this one is left out by them. */
export async function skipHeldRun(tx: TenantTx, key: string, held: unknown): Promise<boolean> {
  const { db, tenantId } = tx
  const { scheduleId, at } = runOfKey(key)
  const row = await findSchedule(db, tenantId, scheduleId)
  const run = row && (await leftOutRun(tx, row, at, held))
  if (!run) return false
  await updateFiring(db, tenantId, { scheduleId, nominal: at }, run)
  return true
}

/**
 * Held runs of a workflow that can't start, as far as another takes their place: all before it, or those that are too old by
 * then. So no more wait than would be made up for.
 */
export async function dropReplaced(
  { db, tenantId }: TenantTx,
  { id, missed }: Pick<ScheduleRow, 'id' | 'missed'>,
  by: number,
): Promise<void> {
  const [before, reason] = missed === 'each' ? [by - MAX_MISSED_AGE, TOO_LATE] : [by, REPLACED]
  const { rows: held } = await sql<{ id: string; key: string }>`select id, key from held_starts
    where tenant_id = ${tenantId} and trigger_id = ${id} and started_at is null
      and reason ->> 'code' <> 'limit'`.execute(db)
  const older = held.filter(({ key }) => runOfKey(key).at.getTime() < before).map((one) => one.id)
  if (older.length === 0) return
  const { rows: dropped } = await sql<{ key: string }>`delete from held_starts
    where tenant_id = ${tenantId} and id = ${among(older)} and started_at is null returning key`.execute(db)
  for (const { key } of dropped)
    await updateFiring(db, tenantId, { scheduleId: id, nominal: runOfKey(key).at }, { state: 'missed', reason })
}

/** What became of a run that was held is said where its page lists it; one that will never fit waits no longer. */
export async function noteHeldRun(tx: TenantTx, key: string, outcome: StartOutcome): Promise<void> {
  const { scheduleId, at } = runOfKey(key)
  const run: FiredRun =
    'reason' in outcome
      ? { state: isPassing(outcome.reason) ? 'held' : 'left_out', reason: outcome.reason }
      : { state: 'late', instanceId: outcome.instanceId, reason: lateBy(await ageOf(tx, at)) }
  await updateFiring(tx.db, tx.tenantId, { scheduleId, nominal: at }, run)
}
