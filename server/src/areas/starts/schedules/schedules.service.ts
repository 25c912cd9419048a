import { randomUUID } from 'node:crypto'
import type { Body, Made } from '@throughline/contracts/endpoint'
import type { ScheduleId, WorkflowId } from '@throughline/contracts/ids'
import { ScheduleRule } from '@throughline/contracts/schedule-rule'
import {
  type addSchedule,
  type changeSchedule,
  MAX_SCHEDULES,
  type pauseSchedule,
  type previewSchedule,
  type removeSchedule,
  type runSchedule,
  SHOWN_RUNS,
  type skipRun,
} from '@throughline/contracts/starts'
import type { FlowDoc } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import { targetsOf } from '@throughline/flow/form-mapping'
import * as z from 'zod/mini'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid, notFound, staleVersion } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import { requireTimeZone } from '../../../core/time-zone.ts'
import { instanceKey, presentAmong, requireStarted } from '../../instances/instances.public.ts'
import { openWorkflow, publishWorkflowFrame, visibleTo } from '../../workflows/workflows.public.ts'
import { requireMayStart, standInFor } from '../stand-ins.ts'
import { RefusedStart } from '../start-reasons.ts'
import { fixedProblems } from '../start-values.ts'
import { setPaused } from '../triggers.queries.ts'
import { dropSchedules, wakeArming } from './arm-schedules.ts'
import { nextExpected, startRun } from './fire-schedule.ts'
import { scheduleWire } from './schedule-wire.ts'
import {
  findSchedule,
  findWorkingTime,
  insertSchedule,
  lockSchedule,
  restartSchedule,
  type ScheduleRow,
  type ScheduleValues,
  schedulesOfWorkflow,
  setSkips,
  updateSchedule,
} from './schedules.queries.ts'
import { isRun, nextOf, plannedRuns, skipsOf, type Timing, timingOf } from './timing.ts'

/** Runs of one schedule that people can leave out at a time. */
const MAX_SKIPS = 64

interface ScheduleRef {
  workflowId: WorkflowId
  scheduleId: ScheduleId
}

const noSuchSchedule = () => notFound('This schedule')

async function requireSchedule(tx: ReadTx, viewer: Viewer, of: ScheduleRef, find = findSchedule): Promise<ScheduleRow> {
  const visible = await visibleTo(tx, viewer)
  const row = visible.canSee(of.workflowId) ? await find(tx.db, tx.tenantId, of.scheduleId) : undefined
  if (!row || row.workflow_id !== of.workflowId || row.deleted_at) throw noSuchSchedule()
  return row
}

const present = async (tx: ReadTx, viewer: Viewer, of: ScheduleRef) => ({
  data: await scheduleWire(tx, viewer, await requireSchedule(tx, viewer, of)),
})

async function recordAct(tx: TenantTx, act: string, row: ScheduleRow): Promise<void> {
  const { workflow_id: id, workflow_name, name, visibility } = row
  tx.audit({ act: `workflow.${act}`, kind: 'workflow', id, data: { name: workflow_name, schedule: name } })
  await publishWorkflowFrame(tx, 'workflow.starts', { id, visibility })
}

/** What the start would refuse is refused now: else no run could start the workflow. */
function requireValues(doc: FlowDoc, fixed: Record<string, Json>): void {
  const missing = targetsOf(doc).filter(
    ({ required, type, variable }) => required && type !== 'file' && !Object.hasOwn(fixed, variable),
  )
  const errors = [
    ...missing.map(({ variable }) => ({ path: `fixed_values.${variable}`, message: 'required by the workflow' })),
    ...fixedProblems(doc, fixed),
  ]
  if (errors.length > 0) throw invalid('Some starting values are missing or aren’t valid', errors)
}

async function checkedValues(
  tx: TenantTx,
  viewer: Viewer,
  workflowId: WorkflowId,
  body: Body<typeof addSchedule>,
): Promise<ScheduleValues> {
  requireMayStart(viewer)
  const { published, draft } = await openWorkflow(tx, viewer, workflowId)
  const doc = published ?? draft
  requireValues(doc, body.fixed_values)
  const toldId = body.told_id ?? viewer.memberId
  if ((await presentAmong(tx.db, tx.tenantId, [toldId])).length === 0) throw notFound('This member')
  return {
    name: body.name,
    rule: body.rule,
    zone: body.time_zone === null ? null : requireTimeZone(body.time_zone),
    dayOff: body.day_off,
    stillRunning: body.still_running,
    missed: body.missed,
    title: body.title,
    fixed: body.fixed_values,
    standIn: await standInFor(tx, viewer, body.stand_in, doc),
    toldId,
  }
}

async function requireNext({ db, tenantId }: ReadTx, { rule, zone, dayOff }: ScheduleValues) {
  const timing = timingOf({ rule, time_zone: zone, day_off: dayOff }, await findWorkingTime(db, tenantId))
  const next = nextOf(timing, { skips: [] }, timing.now)
  if (!next) throw invalid('This schedule would never run', [{ path: 'rule', message: 'never runs' }])
  return { timing, next }
}

/** Its runs begin anew, but for those still to come that people left out. */
async function restart(tx: TenantTx, row: ScheduleRow, timing: Timing, isPaused: boolean): Promise<void> {
  const { now } = timing
  const skips = skipsOf(row).filter(({ at }) => Date.parse(at) > now && isRun(timing, Date.parse(at)))
  await restartSchedule(tx.db, tx.tenantId, row.id, skips, isPaused ? null : nextOf(timing, { skips }, now))
  wakeArming(tx)
}

export const makeSchedule = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
  body: Body<typeof addSchedule>,
): Promise<Made<typeof addSchedule>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const values = await checkedValues(tx, viewer, workflowId, body)
    if ((await schedulesOfWorkflow(db, tenantId, workflowId)).length >= MAX_SCHEDULES) {
      throw conflict('too_many_schedules', `A workflow has at most ${MAX_SCHEDULES} schedules`)
    }
    const { next } = await requireNext(tx, values)
    const id = await insertSchedule(db, tenantId, { workflowId, memberId: viewer.memberId, next }, values)
    wakeArming(tx)
    const row = await findSchedule(db, tenantId, id)
    if (!row) throw noSuchSchedule()
    await recordAct(tx, 'schedule_added', row)
    return { data: await scheduleWire(tx, viewer, row) }
  })

export const readSchedule = (ctx: Context, viewer: Viewer, of: ScheduleRef) =>
  readTenant(ctx, viewer, (tx) => present(tx, viewer, of))

export const saveSchedule = (
  ctx: Context,
  viewer: Viewer,
  of: ScheduleRef,
  { version, ...body }: Body<typeof changeSchedule>,
): Promise<Made<typeof changeSchedule>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const before = await requireSchedule(tx, viewer, of, lockSchedule)
    const values = await checkedValues(tx, viewer, of.workflowId, body)
    const by = { id: before.id, version, memberId: viewer.memberId }
    if (!(await updateSchedule(db, tenantId, by, values))) throw staleVersion()
    // The column keeps its keys in an order of its own: what was read of it is compared, not what is stored.
    const isSame =
      JSON.stringify([z.parse(ScheduleRule, before.rule), before.time_zone, before.day_off]) ===
      JSON.stringify([values.rule, values.zone, values.dayOff])
    if (!isSame) {
      const { timing } = await requireNext(tx, values)
      await restart(tx, before, timing, before.paused_at !== null)
    }
    await recordAct(tx, 'schedule_changed', { ...before, name: values.name })
    return present(tx, viewer, of)
  })

export const deleteSchedule = (ctx: Context, viewer: Viewer, of: ScheduleRef): Promise<Made<typeof removeSchedule>> =>
  inTenant(ctx, viewer, async (tx) => {
    const row = await requireSchedule(tx, viewer, of, lockSchedule)
    await dropSchedules(tx, [row.id])
    await recordAct(tx, 'schedule_removed', row)
    return { id: of.scheduleId }
  })

/** What fell into the pause is not made up for: its runs begin anew. */
export const setSchedulePaused = (
  ctx: Context,
  viewer: Viewer,
  of: ScheduleRef,
  { paused }: Body<typeof pauseSchedule>,
): Promise<Made<typeof pauseSchedule>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const row = await requireSchedule(tx, viewer, of, lockSchedule)
    if ((row.paused_at !== null) === paused) return present(tx, viewer, of)
    if (!paused) requireMayStart(viewer)
    const timing = timingOf(row, await findWorkingTime(db, tenantId))
    await setPaused(db, tenantId, row.id, paused ? viewer.memberId : null)
    await restart(tx, row, timing, paused)
    await recordAct(tx, paused ? 'schedule_paused' : 'schedule_resumed', row)
    return present(tx, viewer, of)
  })

export const setRunSkipped = (
  ctx: Context,
  viewer: Viewer,
  of: ScheduleRef,
  { at, skipped }: Body<typeof skipRun>,
): Promise<Made<typeof skipRun>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const row = await requireSchedule(tx, viewer, of, lockSchedule)
    const timing = timingOf(row, await findWorkingTime(db, tenantId))
    const [moment, { now }] = [Date.parse(at), timing]
    if (moment <= now || !isRun(timing, moment)) throw notFound('This run')
    const others = skipsOf(row).filter((one) => Date.parse(one.at) !== moment && Date.parse(one.at) > now)
    const skips = skipped ? [...others, { at: new Date(moment).toISOString(), by: viewer.memberId }] : others
    if (skips.length > MAX_SKIPS)
      throw conflict('too_many_skips', 'Too many runs are skipped. Pause the schedule instead.')
    const next = row.paused_at ? null : await nextExpected(tx, { ...row, skips }, timing, now)
    await setSkips(db, tenantId, row.id, skips, next)
    await recordAct(tx, skipped ? 'schedule_run_skipped' : 'schedule_run_restored', row)
    return present(tx, viewer, of)
  })

export const previewRuns = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
  body: Body<typeof previewSchedule>,
): Promise<Made<typeof previewSchedule>> =>
  readTenant(ctx, viewer, async (tx) => {
    await openWorkflow(tx, viewer, workflowId)
    const zone = body.time_zone === null ? null : requireTimeZone(body.time_zone)
    const timing = timingOf({ ...body, time_zone: zone }, await findWorkingTime(tx.db, tx.tenantId))
    return { data: plannedRuns(timing, { skips: [] }, SHOWN_RUNS) }
  })

/** What a person starts is refused where it happens, a lack of runs included. */
async function startNow(tx: TenantTx, row: ScheduleRow, timing: Timing, key: string): Promise<string> {
  try {
    return await startRun(tx, row, timing, timing.now, key)
  } catch (error) {
    if (error instanceof RefusedStart) throw conflict('not_started', error.reason.message)
    throw error
  }
}

/** Beside its plan: the next run comes all the same. A repeat of the request starts nothing more. */
export const runOnce = (
  ctx: Context,
  viewer: Viewer,
  of: ScheduleRef,
  key: string = randomUUID(),
): Promise<Made<typeof runSchedule>> =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const row = await requireSchedule(tx, viewer, of, lockSchedule)
    const timing = timingOf(row, await findWorkingTime(db, tenantId))
    const started = await startNow(tx, row, timing, `${row.id}:${viewer.memberId}:${key}`)
    await recordAct(tx, 'schedule_run', row)
    const { id, prefix, number } = await requireStarted(db, tenantId, started)
    return { data: { id, key: instanceKey({ prefix, number }) } }
  })
