import type { ScheduleRule } from '@throughline/contracts/schedule-rule'
import { insertSchedule, type ScheduleValues } from '../src/areas/starts/schedules/schedules.queries.ts'
import type { Context } from '../src/core/context.ts'
import { inTenant } from '../src/core/db/in-tenant.ts'
import type { Tenant } from './factories.ts'
import { INTAKE_WORKFLOW } from './forms.ts'
import { makeWorkflow } from './running-world.ts'

/** Every day at eight, in UTC, since long ago. */
export const DAILY: ScheduleRule = { kind: 'day', every: 1, from: '2026-01-01', times: ['08:00'] }

export async function makeSchedule(
  ctx: Context,
  tenant: Tenant,
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
