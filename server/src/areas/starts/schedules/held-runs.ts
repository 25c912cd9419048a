import { sql } from 'kysely'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import type { StartReason } from '../start-reasons.ts'
import type { StartOutcome } from '../try-start.ts'
import { findSchedule, lastStarted, updateFiring } from './schedules.queries.ts'

const UNFINISHED = new Set(['pending', 'in_progress', 'failed'])

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

/** Runs that are held follow the schedule's rule as well: true where this one is left out, since another still runs. */
export async function skipHeldRun(tx: TenantTx, key: string): Promise<boolean> {
  const { db, tenantId } = tx
  const { scheduleId, at } = runOfKey(key)
  const row = await findSchedule(db, tenantId, scheduleId)
  const reason = row?.still_running === 'skip' ? await stillRunning(tx, scheduleId) : undefined
  if (!reason) return false
  await updateFiring(db, tenantId, { scheduleId, nominal: at }, { state: 'left_out', reason })
  return true
}

/** What became of a run that was held is said where its page lists it. */
export async function noteHeldRun({ db, tenantId }: TenantTx, key: string, outcome: StartOutcome): Promise<void> {
  const { scheduleId, at } = runOfKey(key)
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const late = (rows[0]?.now ?? at).getTime() - at.getTime()
  await updateFiring(
    db,
    tenantId,
    { scheduleId, nominal: at },
    'reason' in outcome
      ? { state: 'held', reason: outcome.reason }
      : { state: 'late', instanceId: outcome.instanceId, reason: lateBy(late) },
  )
}
