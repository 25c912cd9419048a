import { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inTenant, readTenant } from '../../../core/db/in-tenant.ts'
import { repeatOnLock } from '../../../core/db/repeat-on-lock.ts'
import { execute } from '../../../core/db/statement.ts'
import type { Scope } from '../../../core/db/tenant-tx.ts'
import { eachApart } from '../each-apart.ts'
import { wakeArming } from './arm-schedules.ts'
import type { EngineSchedule, EngineSchedules } from './engine-schedules.ts'
import { fireSchedule } from './fire-schedule.ts'
import { findSchedule, findWorkingTime, overdueSchedules, schedulesToArm, setArmed } from './schedules.queries.ts'
import { nextOf, runsAfter, timingOf } from './timing.ts'

/** How many moments the engine holds of each. */
const ARMED = 64
const LOT = 20
const MAX_TENANTS = 1_000
/** Of one schedule at a time. */
const MAX_OVERDUE = 200

export type { EngineSchedule } from './engine-schedules.ts'

const scopeOf = (tenantId: string): Scope => ({ tenantId: TenantId.parse(tenantId) })

/**
 * Runs that the engine was never told of, or has lost, after those that were taken care of; and what it has to hold. Both by
 * one look at the clock, so that no run falls between them.
 */
const planOf = (ctx: Context, scope: Scope, id: string, doneUntil?: number) =>
  readTenant(ctx, scope, async ({ db, tenantId }) => {
    const row = await findSchedule(db, tenantId, id)
    if (!row) return undefined
    const { change, next_run_at: before } = row
    const timing = timingOf(row, await findWorkingTime(db, tenantId))
    const { now } = timing
    if (row.paused_at) return { change, before, now, overdue: [], moments: [], next: null }
    const from = doneUntil ?? (before?.getTime() ?? now) - 1
    const overdue = runsAfter(timing, from, MAX_OVERDUE).filter(({ at }) => at <= now)
    return { change, before, now, overdue, moments: runsAfter(timing, now, ARMED), next: nextOf(timing, row, now) }
  })

/** Fires what is overdue, and says what the engine has to hold; undefined where the schedule is gone. */
async function catchUpOne(ctx: Context, scope: Scope, id: string, doneUntil?: number) {
  let plan = await planOf(ctx, scope, id, doneUntil)
  for (let last = plan?.overdue.at(-1); last; last = plan?.overdue.at(-1)) {
    for (const { at } of plan?.overdue ?? [])
      await repeatOnLock(() => inTenant(ctx, scope, (tx) => fireSchedule(tx, id, at)))
    plan = await planOf(ctx, scope, id, last.at)
  }
  return plan
}

async function armOne(ctx: Context, engine: EngineSchedules, scope: Scope, id: string): Promise<void> {
  const plan = await catchUpOne(ctx, scope, id)
  if (!plan) return
  const { change, before, next, now } = plan
  const moments = plan.moments.map(({ at }) => at)
  await engine.put({ tenantId: scope.tenantId, scheduleId: id }, moments)
  const last = moments.at(-1)
  const until = last === undefined ? null : new Date(last)
  await inTenant(ctx, scope, async (tx) => {
    if (await setArmed(tx.db, tx.tenantId, { id, change, before }, { until, next })) wakeArming(tx)
  })
  // What came up while the engine was being told had passed by the time it knew.
  await catchUpOne(ctx, scope, id, now)
}

export const createScheduleActivities = (ctx: Context, engine: EngineSchedules) => ({
  /** False when nothing is left to be told to the engine. What failed is tried again once the others have been told. */
  async armSome({ tenantId }: { tenantId: string }): Promise<boolean> {
    const scope = scopeOf(tenantId)
    const ids = await readTenant(ctx, scope, (tx) => schedulesToArm(tx.db, tx.tenantId, LOT))
    const failed = await eachApart(ctx.log, ids, 'the engine could not be told of a schedule', (id) =>
      armOne(ctx, engine, scope, id),
    )
    if (failed > 0 && (failed === ids.length || ids.length < LOT))
      throw new Error(`schedules that are not armed: ${failed}`)
    return ids.length === LOT
  },

  async fireRun({ tenantId, scheduleId, at }: EngineSchedule & { at: number }): Promise<void> {
    const scope = scopeOf(tenantId)
    const made = await repeatOnLock(() => inTenant(ctx, scope, (tx) => fireSchedule(tx, scheduleId, at)))
    // Nobody's: its workspace was erased, say.
    if (made === 'gone') await engine.remove({ tenantId, scheduleId })
  },

  disarm: (of: EngineSchedule): Promise<void> => engine.remove(of),

  async tenantsWithOverdue(): Promise<string[]> {
    const { rows } = await execute<{ tenant_id: string }>(
      ctx.pools.tenant,
      'select tenant_id from auth.tenants_with_overdue_schedules($1)',
      [MAX_TENANTS],
    )
    return rows.map(({ tenant_id }) => tenant_id)
  },

  async catchUp(tenantId: string): Promise<void> {
    const scope = scopeOf(tenantId)
    const ids = await readTenant(ctx, scope, (tx) => overdueSchedules(tx.db, tx.tenantId))
    // One that fails stays overdue, and is found again.
    await eachApart(ctx.log, ids, 'a schedule was not caught up with', (id) => armOne(ctx, engine, scope, id))
  },
})

export type ScheduleActivities = ReturnType<typeof createScheduleActivities>
