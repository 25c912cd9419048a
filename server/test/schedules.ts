import { StartBody } from '@throughline/contracts/instances'
import type { ScheduleRule } from '@throughline/contracts/schedule-rule'
import { insertDated } from '../src/areas/starts/dated/dated-starts.queries.ts'
import {
  findWorkingTime,
  insertSchedule,
  type ScheduleValues,
} from '../src/areas/starts/schedules/schedules.queries.ts'
import { runsAfter, timingOf } from '../src/areas/starts/schedules/timing.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant, readTenant } from '../src/core/db/in-tenant.ts'
import type { Sample } from './endpoint-samples.ts'
import type { OwnedTenant } from './factories.ts'
import { INTAKE_WORKFLOW } from './forms.ts'
import { makeWorkflow } from './running-world.ts'
import { unique } from './someone.ts'
import type { World } from './world.ts'

/** Every day at eight, in UTC, since long ago. */
export const DAILY: ScheduleRule = { kind: 'day', every: 1, from: '2026-01-01', times: ['08:00'] }

export async function makeSchedule(
  ctx: Context,
  tenant: OwnedTenant,
  spec: Partial<ScheduleValues> & { workflowId?: string; since?: Date } = {},
) {
  const { workflowId = await makeWorkflow(ctx, tenant, INTAKE_WORKFLOW), since, ...more } = spec
  const values: ScheduleValues = {
    name: 'Standing payments',
    rule: DAILY,
    zone: 'UTC',
    dayOff: 'run',
    stillRunning: 'start',
    missed: 'latest',
    title: '',
    fixed: { company: 'Acme' },
    standIn: null,
    toldId: tenant.ownerId,
    ...more,
  }
  const scheduleId = await inTenant(ctx, { tenantId: tenant.tenantId }, async ({ db, tenantId }) => {
    const of = { workflowId, memberId: tenant.ownerId, next: new Date(Date.now() + 86_400_000) }
    const id = await insertSchedule(db, tenantId, of, values)
    if (since) {
      await db
        .updateTable('schedules')
        .set({ expected_from: since })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .execute()
    }
    return id
  })
  return { workflowId, scheduleId }
}

/** A start that the owner could not make. */
export async function makeDated(
  ctx: Context,
  tenant: OwnedTenant,
  more: { workflowId?: string; narrowed?: boolean } = {},
) {
  const { workflowId = await makeWorkflow(ctx, tenant, INTAKE_WORKFLOW), narrowed = false } = more
  const heldStartId = await inTenant(ctx, { tenantId: tenant.tenantId }, (tx) =>
    insertDated(tx, {
      workflowId,
      memberId: tenant.ownerId,
      key: unique('dated'),
      given: StartBody.parse({ name: unique('Dated'), answers: { company: 'Acme' }, narrowed }),
      startsAt: new Date(Date.now() + 86_400_000),
      reason: { code: 'limit', message: 'Your plan has no runs left this month.' },
    }),
  )
  return { workflowId, heldStartId }
}

export function startSamples(ctx: Context, { ours }: World): Record<string, () => Promise<Sample>> {
  const workflow = async (): Promise<Sample> => ({
    params: { workflowId: await makeWorkflow(ctx, ours, INTAKE_WORKFLOW) },
  })
  const one = async (body?: Record<string, unknown>): Promise<Sample> => ({
    params: await makeSchedule(ctx, ours),
    ...(body && { body }),
  })
  const nextRun = () =>
    readTenant(ctx, ours, async ({ db, tenantId }) => {
      const timing = timingOf({ rule: DAILY, time_zone: 'UTC', day_off: 'run' }, await findWorkingTime(db, tenantId))
      const [run] = runsAfter(timing, Date.now(), 1)
      return new Date(run?.at ?? 0).toISOString()
    })
  const whole = () => ({ name: unique('Schedule'), rule: DAILY, fixed_values: { company: 'Acme', people: 3 } })
  const path = '/v1/workflows/:workflowId/schedules/'
  return {
    'GET /v1/workflows/:workflowId/starts/': workflow,
    [`POST ${path}`]: async () => ({ ...(await workflow()), body: whole() }),
    [`POST ${path}preview/`]: async () => ({ ...(await workflow()), body: { rule: DAILY } }),
    [`GET ${path}:scheduleId/`]: () => one(),
    [`PUT ${path}:scheduleId/`]: () => one({ ...whole(), version: 1 }),
    [`DELETE ${path}:scheduleId/`]: () => one(),
    [`POST ${path}:scheduleId/pause/`]: () => one({ paused: true }),
    [`POST ${path}:scheduleId/skips/`]: async () => one({ at: await nextRun(), skipped: true }),
    [`POST ${path}:scheduleId/run/`]: () => one(),
    'GET /v1/workflows/:workflowId/dated-starts/': workflow,
    'POST /v1/workflows/:workflowId/dated-starts/': async () => ({
      params: { workflowId: await makeWorkflow(ctx, ours) },
      body: { name: unique('Dated') },
    }),
    'DELETE /v1/workflows/:workflowId/dated-starts/:heldStartId/': async () => ({ params: await makeDated(ctx, ours) }),
  }
}
