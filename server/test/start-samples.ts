import { findWorkingTime } from '../src/areas/starts/schedules/schedules.queries.ts'
import { runsAfter, timingOf } from '../src/areas/starts/schedules/timing.ts'
import type { Context } from '../src/core/context.ts'
import { readTenant } from '../src/core/db/in-tenant.ts'
import type { Sample } from './endpoint-samples.ts'
import { INTAKE_WORKFLOW } from './forms.ts'
import { makeWorkflow } from './running-world.ts'
import { DAILY, makeSchedule } from './schedules.ts'
import { unique } from './someone.ts'
import type { World } from './world.ts'

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
  const whole = () => ({ name: unique('Schedule'), rule: DAILY, fixed_values: { company: 'Acme' } })
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
  }
}
