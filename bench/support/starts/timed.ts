import { setTimeout as sleep } from 'node:timers/promises'
import { makePerson, makeTenant, type Tenant } from '../../../server/test/factories.ts'
import { makeWorkflow } from '../../../server/test/running-world.ts'
import { makeSchedule } from '../../../server/test/schedules.ts'
import type { Installation } from '../crash/installation.ts'
import { withRuntime } from '../with-runtime.ts'
import { armSchedules, dailyAt, MINUTE } from './arm.ts'
import { ONE_TASK } from './document.ts'

export const MISSED_RULES = ['latest', 'each', 'none'] as const
export type MissedRule = (typeof MISSED_RULES)[number]

const ARMED_WITHIN = 60_000

export interface TimedSchedules {
  tenant: Tenant
  workflowId: string
  scheduleIds: Record<MissedRule, string>
}

/** The first of so many minutes that are far enough away for the engine to hold them. */
export const minutesFrom = (count: number, wait: number): number[] => {
  const first = Math.ceil((Date.now() + wait) / MINUTE) * MINUTE
  return Array.from({ length: count }, (_, n) => first + n * MINUTE)
}

/** One schedule for each rule, planned for these minutes and held by the engine. */
export async function timedSchedules(
  { environment, database }: Installation,
  name: string,
  moments: number[],
): Promise<TimedSchedules> {
  const made = await withRuntime(environment, async (ctx) => {
    const username = name.toLowerCase().replaceAll(/[^a-z]/g, '')
    const tenant = await makeTenant(ctx, await makePerson(ctx, { username, name }), 'organization', name)
    const workflowId = await makeWorkflow(ctx, tenant, ONE_TASK)
    const of = async (missed: MissedRule) => {
      const spec = { workflowId, missed, rule: dailyAt(moments), fixed: { ticket: missed } }
      return (await makeSchedule(ctx, tenant, spec)).scheduleId
    }
    const scheduleIds = { latest: await of('latest'), each: await of('each'), none: await of('none') }
    return { tenant, workflowId, scheduleIds }
  })
  await armSchedules(environment, made.tenant.tenantId)
  for (const latest = Date.now() + ARMED_WITHIN; ; await sleep(200)) {
    const { rows } = await database.admin((admin) =>
      admin.query('select from schedules where tenant_id = $1 and armed_change < change', [made.tenant.tenantId]),
    )
    if (rows.length === 0) return made
    if (Date.now() > latest) throw new Error('the engine did not hold the schedules in time')
  }
}

export interface Firing {
  nominal: number
  state: string
  code: string | null
  instanceId: string | null
}

/** What became of each run of a schedule, the oldest first. */
export async function firingsIn({ database }: Installation, scheduleId: string): Promise<Firing[]> {
  const { rows } = await database.admin((admin) =>
    admin.query<{ nominal_at: Date; state: string; code: string | null; instance_id: string | null }>(
      `select nominal_at, state, reason ->> 'code' as code, instance_id from schedule_firings
       where schedule_id = $1 order by nominal_at`,
      [scheduleId],
    ),
  )
  return rows.map(({ nominal_at, state, code, instance_id }) => {
    return { nominal: nominal_at.getTime(), state, code, instanceId: instance_id }
  })
}

/** Of all that the schedules started; each belongs to one run. */
export async function instancesOf({ database }: Installation, tenantId: string, source: string): Promise<string[]> {
  const { rows } = await database.admin((admin) =>
    admin.query<{ id: string }>('select id from instances where tenant_id = $1 and source = $2', [tenantId, source]),
  )
  return rows.map(({ id }) => id)
}
