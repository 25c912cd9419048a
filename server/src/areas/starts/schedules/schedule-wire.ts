import { Json } from '@throughline/contracts/json'
import { ScheduleRule } from '@throughline/contracts/schedule-rule'
import { type ListedSchedule, type PastRun, PlannedRun, Schedule, SHOWN_RUNS } from '@throughline/contracts/starts'
import * as z from 'zod/mini'
import type { ReadTx } from '../../../core/db/tenant-tx.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { idsIn, type People, peopleOf } from '../../instances/instances.public.ts'
import { visibleTo } from '../../workflows/workflows.public.ts'
import { shownInstance } from '../seen-instances.ts'
import { standInNames, standInWire } from '../stand-ins.ts'
import { reasonText } from '../start-reasons.ts'
import { findWorkingTime, firingsOf, recentFirings, type ScheduleRow } from './schedules.queries.ts'
import { plannedRuns, skipsOf, timingOf } from './timing.ts'

const Fixed = z.record(z.string(), Json)
const { day_off: DayOff, still_running: StillRunning, missed: Missed } = Schedule.shape

type Counts = Awaited<ReturnType<typeof recentFirings>>

function listedWire(row: ScheduleRow, people: People, counts: Counts): z.input<typeof ListedSchedule> {
  const { started = 0, held = 0, trouble = 0 } = counts.get(row.id) ?? {}
  return {
    id: row.id,
    workflow_id: row.workflow_id,
    name: row.name,
    rule: z.parse(ScheduleRule, row.rule),
    time_zone: row.time_zone,
    day_off: z.parse(DayOff, row.day_off),
    paused_at: row.paused_at?.toISOString() ?? null,
    paused_by: (row.paused_by && people.get(row.paused_by)?.name) || null,
    next_run_at: row.paused_at ? null : (row.next_run_at?.toISOString() ?? null),
    started,
    held,
    trouble,
  }
}

/** As the overview lists them. */
export async function listedSchedules(tx: ReadTx, rows: readonly ScheduleRow[]) {
  const ids = rows.map(({ id }) => id)
  const counts = rows.length > 0 ? await recentFirings(tx.db, tx.tenantId, ids) : new Map()
  const people = await peopleOf(
    tx,
    rows.map(({ paused_by }) => paused_by),
  )
  return rows.map((row) => listedWire(row, people, counts))
}

const PastState = z.enum(['started', 'late', 'held', 'left_out', 'skipped', 'missed'])

const pastWire = (run: Awaited<ReturnType<typeof firingsOf>>[number]): z.input<typeof PastRun> => ({
  nominal_at: run.nominal_at.toISOString(),
  at: run.at.toISOString(),
  state: z.parse(PastState, run.state),
  instance: shownInstance(run),
  reason: reasonText(run.reason),
})

/** As its page shows it, with its next runs and its last ones. */
export async function scheduleWire(tx: ReadTx, viewer: Viewer, row: ScheduleRow): Promise<z.input<typeof Schedule>> {
  const { db, tenantId } = tx
  const fixed = z.parse(Fixed, row.fixed_values)
  const named = idsIn(fixed)
  const told = row.told_id ?? row.created_by
  const skippers = skipsOf(row).map(({ by }) => by)
  const people = await peopleOf(tx, [...named, told, row.paused_by, row.updated_by, ...skippers])
  const timing = timingOf(row, await findWorkingTime(db, tenantId))
  const nameOf = (id: string | null) => (id && people.get(id)?.name) || null
  const person = (id: string | null) => {
    const name = nameOf(id)
    return id && name ? { id, name } : null
  }
  return {
    ...listedWire(row, people, await recentFirings(db, tenantId, [row.id])),
    still_running: z.parse(StillRunning, row.still_running),
    missed: z.parse(Missed, row.missed),
    title: row.title,
    fixed_values: fixed,
    people: named.flatMap((id) => person(id) ?? []),
    stand_in: standInWire(row, await standInNames(db, tenantId, row.stand_in_id ? [row.stand_in_id] : [])),
    told: person(told),
    version: row.version,
    saved_at: row.updated_at.toISOString(),
    saved_by: nameOf(row.updated_by),
    next: z.parse(z.array(PlannedRun), plannedRuns(timing, row, SHOWN_RUNS, people)),
    last: (await firingsOf(db, tenantId, row.id, SHOWN_RUNS, await visibleTo(tx, viewer))).map(pastWire),
  }
}
