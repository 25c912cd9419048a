import { Json as JsonSchema } from '@throughline/contracts/json'
import { titleOn } from '@throughline/flow/schedule'
import * as z from 'zod/mini'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { truncate } from '../../../core/truncate.ts'
import { peopleOf, standInOf, startInstance, versionOf } from '../../instances/instances.public.ts'
import { publishWorkflowFrame } from '../../workflows/workflows.public.ts'
import { holdStart } from '../held-starts.ts'
import { isPassing, reasonText, type StartReason, waitsForRuns } from '../start-reasons.ts'
import { startValues } from '../start-values.ts'
import { requireStartable, tryStart } from '../try-start.ts'
import { wakeArming } from './arm-schedules.ts'
import { dropReplaced, lateBy, MAX_MISSED_AGE, REPLACED, runKey, stillRunning, TOO_LATE } from './held-runs.ts'
import {
  type FiredRun,
  findWorkingTime,
  firedAfter,
  firingsOf,
  hasFiring,
  insertFiring,
  lockSchedule,
  type ScheduleRow,
  setNextRun,
} from './schedules.queries.ts'
import { isRun, nextOf, runsAfter, skipOf, type Timing, timingOf } from './timing.ts'

const Fixed = z.record(z.string(), JsonSchema)
/** Up to here a run is on time. */
const ON_TIME = 5 * 60_000
/** Later than this it was missed. Thousands that are planned for one minute take some of them, without being down. */
const MISSED_AFTER = 30 * 60_000
const MISSED: StartReason = { code: 'missed', message: 'It couldn’t start within 30 minutes of its time.' }
/** With fewer to come the engine is given more. */
const FEWEST_ARMED = 32

/** Why a run that was missed is not made up for; undefined where it is. */
function missedBy(row: ScheduleRow, timing: Timing, nominal: number, now: number): StartReason | undefined {
  if (row.missed === 'none') return MISSED
  if (row.missed === 'each') return now - nominal > MAX_MISSED_AGE ? TOO_LATE : undefined
  const newer = nextOf(timing, row, nominal)
  return newer && newer.getTime() <= now
    ? { code: REPLACED.code, message: `${MISSED.message} ${REPLACED.message}` }
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

/**
 * What becomes of a run that can't begin. What waits for runs is held, however many there are; while the workflow itself
 * can't start, those are held that the schedule's own rule makes up for.
 */
async function holdRun(
  tx: TenantTx,
  row: ScheduleRow,
  { name, nominal }: { name: string; nominal: number },
  reason: StartReason,
): Promise<FiredRun> {
  const isForRuns = waitsForRuns(reason)
  if (!isPassing(reason) || (!isForRuns && row.missed === 'none')) return { state: 'left_out', reason }
  if (!isForRuns) await dropReplaced(tx, row, nominal)
  await holdStart(tx, row, { source: 'schedule', key: runKey(row.id, nominal), name, given: {} }, reason)
  return { state: 'held', reason }
}

async function runOf(tx: TenantTx, row: ScheduleRow, timing: Timing, nominal: number, now: number): Promise<FiredRun> {
  const skip = skipOf(row, nominal)
  if (skip) {
    const name = (await peopleOf(tx, [skip.by])).get(skip.by)?.name
    return { state: 'skipped', ...(name && { reason: { code: 'skipped', message: `Skipped by ${name}` } }) }
  }
  const late = now - nominal
  const missed = late > MISSED_AFTER ? missedBy(row, timing, nominal, now) : undefined
  if (missed) return { state: 'missed', reason: missed }
  const running = row.still_running === 'skip' ? await stillRunning(tx, row.id) : undefined
  if (running) return { state: 'left_out', reason: running }
  const key = runKey(row.id, nominal)
  const about = { schedule_id: row.id, workflow_id: row.workflow_id }
  const outcome = await tryStart(tx, about, (inner, current) =>
    startRun(inner, { ...row, ...current }, timing, nominal, key),
  )
  if ('reason' in outcome) return holdRun(tx, row, { name: nameOn(row, timing, nominal), nominal }, outcome.reason)
  const { instanceId } = outcome
  return late > ON_TIME ? { state: 'late', instanceId, reason: lateBy(late) } : { state: 'started', instanceId }
}

/** Of a plan without runs left its owners are told. */
const isTrouble = (state: FiredRun['state'], reason: StartReason): boolean =>
  state === 'missed' ||
  (state === 'left_out' && reason.code !== 'still_running') ||
  (state === 'held' && !waitsForRuns(reason))

/** Once for each cause: a workflow that stays archived is told of with the first run that it refuses. */
function tellOfTrouble(tx: TenantTx, row: ScheduleRow, { state, reason }: FiredRun, before: unknown): void {
  const told = row.told_id ?? row.created_by
  if (!told || !reason || !isTrouble(state, reason) || reasonText(before) === reason.message) return
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
 * The first run that is still to be heard of, after a moment or from the one that was to come next: an engine that was put
 * back from a backup may tell of a later one first, and what it never tells of is found by this.
 */
export async function nextExpected(
  { db, tenantId }: ReadTx,
  row: Pick<ScheduleRow, 'id' | 'next_run_at' | 'skips'>,
  timing: Timing,
  after: number,
): Promise<Date | null> {
  const from = Math.min(after, (row.next_run_at?.getTime() ?? Number.POSITIVE_INFINITY) - 1)
  return nextOf(timing, row, from, await firedAfter(db, tenantId, row.id, new Date(from)))
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
  const [before] = await firingsOf(db, tenantId, id, 1)
  const run = await runOf(tx, row, timing, at, now ?? timing.now)
  tellOfTrouble(tx, row, run, before?.reason)
  await insertFiring(db, tenantId, id, nominal, run)
  const from = Math.max(at, before?.nominal_at.getTime() ?? 0)
  const ahead = runsAfter(timing, from, FEWEST_ARMED)
  const rearm = (ahead.at(-1)?.at ?? Number.POSITIVE_INFINITY) > (row.armed_until?.getTime() ?? 0)
  await setNextRun(db, tenantId, id, await nextExpected(tx, row, timing, at), rearm)
  if (rearm) wakeArming(tx)
  await publishWorkflowFrame(tx, 'workflow.starts', { id: row.workflow_id, visibility: row.visibility })
  return 'done'
}
