import { Json as JsonSchema } from '@throughline/contracts/json'
import { titleOn } from '@throughline/flow/schedule'
import * as z from 'zod/mini'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { truncate } from '../../../core/truncate.ts'
import { peopleOf, standInOf, startInstance, versionOf } from '../../instances/instances.public.ts'
import { publishWorkflowFrame } from '../../workflows/workflows.public.ts'
import { holdStart } from '../held-starts.ts'
import { reasonText, type StartReason } from '../start-reasons.ts'
import { startValues } from '../start-values.ts'
import { requireStartable, tryStart } from '../try-start.ts'
import { wakeArming } from './arm-schedules.ts'
import { lateBy, runKey, stillRunning } from './held-runs.ts'
import {
  type FiredRun,
  findWorkingTime,
  firingsOf,
  hasFiring,
  insertFiring,
  lockSchedule,
  type ScheduleRow,
  setNextRun,
} from './schedules.queries.ts'
import { isRun, nextOf, runsAfter, skipOf, type Timing, timingOf } from './timing.ts'

const Fixed = z.record(z.string(), JsonSchema)
const DAY = 86_400_000
/** Up to here a run is on time. */
const ON_TIME = 5 * 60_000
const OLDEST = 7 * DAY
/** With fewer to come the engine is given more. */
const FEWEST_ARMED = 32

/** Why a run that comes late is not made up for; undefined where it is. */
function missedBy(row: ScheduleRow, timing: Timing, nominal: number, now: number): StartReason | undefined {
  if (row.missed === 'none') return { code: 'down', message: 'Throughline was down at that time.' }
  if (row.missed === 'each') {
    return now - nominal > OLDEST ? { code: 'too_late', message: 'It was missed more than 7 days ago.' } : undefined
  }
  const newer = nextOf(timing, row, nominal)
  return newer && newer.getTime() <= now
    ? { code: 'replaced', message: 'Throughline was down at that time. A later run took its place.' }
    : undefined
}

const nameOn = ({ title, name }: ScheduleRow, { calendar }: Timing, at: number): string =>
  truncate(titleOn(title || `${name} {date}`, calendar, at), 200)

/** Starts the instance of one run, under a key by which it is found again a year later. */
export async function startRun(
  tx: TenantTx,
  row: ScheduleRow,
  timing: Timing,
  at: number,
  key: string,
): Promise<string> {
  const number = requireStartable(row)
  const version = await versionOf(tx.db, tx.tenantId, row.workflow_id, number)
  const fixed = z.parse(Fixed, row.fixed_values)
  const { id } = await startInstance(tx, {
    workflowId: row.workflow_id,
    version: number,
    source: 'schedule',
    key,
    name: nameOn(row, timing, at),
    answers: startValues(version, new Map(Object.entries(fixed))),
    startedBy: null,
    sourceName: row.name,
    standIn: standInOf(row),
  })
  return id
}

async function runOf(tx: TenantTx, row: ScheduleRow, timing: Timing, nominal: number, now: number): Promise<FiredRun> {
  const skip = skipOf(row, nominal)
  if (skip) {
    const name = (await peopleOf(tx, [skip.by])).get(skip.by)?.name
    return { state: 'skipped', ...(name && { reason: { code: 'skipped', message: `Skipped by ${name}` } }) }
  }
  const isLate = now - nominal > ON_TIME
  const missed = isLate ? missedBy(row, timing, nominal, now) : undefined
  if (missed) return { state: 'missed', reason: missed }
  const running = row.still_running === 'skip' ? await stillRunning(tx, row.id) : undefined
  if (running) return { state: 'left_out', reason: running }
  const key = runKey(row.id, nominal)
  const about = { schedule_id: row.id, workflow_id: row.workflow_id }
  const outcome = await tryStart(tx, about, (inner, current) =>
    startRun(inner, { ...row, ...current }, timing, nominal, key),
  )
  if ('reason' in outcome) {
    const { reason } = outcome
    if (reason.code !== 'limit') return { state: 'left_out', reason }
    await holdStart(tx, row, { source: 'schedule', key, name: nameOn(row, timing, nominal), given: {} }, reason)
    return { state: 'held', reason }
  }
  const { instanceId } = outcome
  return isLate ? { state: 'late', instanceId, reason: lateBy(now - nominal) } : { state: 'started', instanceId }
}

/** Once for each cause: a workflow that stays archived is told of with the first run that it refuses. */
async function tellOfTrouble(tx: TenantTx, row: ScheduleRow, { state, reason }: FiredRun): Promise<void> {
  const told = row.told_id ?? row.created_by
  const isTrouble = state === 'missed' || (state === 'left_out' && reason?.code !== 'still_running')
  if (!told || !isTrouble || !reason) return
  const [before] = await firingsOf(tx.db, tx.tenantId, row.id, 1)
  if (before && reasonText(before.reason) === reason.message) return
  const about = { workflow: row.workflow_id }
  tx.notify({
    type: 'schedule_not_started',
    because: 'trigger',
    name: row.name,
    text: reason.message,
    to: [told],
    about,
  })
}

/**
 * What becomes of a run whose time has come, however often it is told of. `gone`: there is no such schedule any more.
 * A moment at which the schedule does not run, since it was changed or paused, leaves nothing behind.
 */
export async function fireSchedule(tx: TenantTx, id: string, at: number, now?: number): Promise<'gone' | 'done'> {
  const { db, tenantId } = tx
  const row = await lockSchedule(db, tenantId, id)
  if (!row) return 'gone'
  const nominal = new Date(at)
  const timing = timingOf(row, await findWorkingTime(db, tenantId))
  const isExpected = row.paused_at === null && nominal > row.expected_from && isRun(timing, at)
  if (!isExpected || (await hasFiring(db, tenantId, id, nominal))) return 'done'
  const run = await runOf(tx, row, timing, at, now ?? timing.now)
  await tellOfTrouble(tx, row, run)
  await insertFiring(db, tenantId, id, nominal, run)
  const [newest] = await firingsOf(db, tenantId, id, 1)
  const from = Math.max(at, newest?.nominal_at.getTime() ?? 0)
  const ahead = runsAfter(timing, from, FEWEST_ARMED)
  const rearm = (ahead.at(-1)?.at ?? Number.POSITIVE_INFINITY) > (row.armed_until?.getTime() ?? 0)
  await setNextRun(db, tenantId, id, nextOf(timing, row, from), rearm)
  if (rearm) wakeArming(tx)
  await publishWorkflowFrame(tx, 'workflow.starts', { id: row.workflow_id, visibility: row.visibility })
  return 'done'
}
