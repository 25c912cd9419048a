import type { Made } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import type { listStarts } from '@throughline/contracts/starts'
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import { countersOf } from '../../core/db/counters.ts'
import { readTenant } from '../../core/db/in-tenant.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { openWorkflow, unfitTriggers } from '../workflows/workflows.public.ts'
import { listedKeys } from './api-keys/api-keys.service.ts'
import { listedHooks } from './hooks/hook-wire.ts'
import { hooksOfWorkflow } from './hooks/hooks.queries.ts'
import { listedSchedules } from './schedules/schedule-wire.ts'
import { findWorkingTime, schedulesOfWorkflow } from './schedules/schedules.queries.ts'
import { recentFormStarts, recentStarts, WAITING } from './start-counts.ts'

/** Forms whose responses start a workflow, in the order of their titles. */
const formsOf = (db: Db, tenantId: string, workflowId: string) =>
  db
    .selectFrom('workflow_triggers as t')
    .innerJoin('forms as f', (join) => join.onRef('f.tenant_id', '=', 't.tenant_id').onRef('f.id', '=', 't.form_id'))
    .select(['t.id', 'f.id as form_id', 'f.title', 'f.last_response_at'])
    .select(sql<number>`(select count(*)::int from jsonb_object_keys(t.field_mapping))`.as('fields'))
    .where('t.tenant_id', '=', tenantId)
    .where('f.tenant_id', '=', tenantId)
    .where('t.workflow_id', '=', workflowId)
    .where('f.deleted_at', 'is', null)
    .orderBy('f.title_key')
    .orderBy('f.id')
    .execute()

export const startsOfWorkflow = (
  ctx: Context,
  viewer: Viewer,
  workflowId: WorkflowId,
): Promise<Made<typeof listStarts>> =>
  readTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const { visible, row, published, draft } = await openWorkflow(tx, viewer, workflowId)
    const forms = (await formsOf(db, tenantId, workflowId)).filter(({ form_id }) => visible.canSeeForm(form_id))
    const ids = forms.map(({ id }) => id)
    const started = await recentFormStarts(db, tenantId, ids)
    const waiting = await countersOf(db, tenantId, WAITING, ids)
    const { time_zone } = await findWorkingTime(db, tenantId)
    return {
      data: {
        held: row.status === 'archived' ? 'archived' : row.current_version === null ? 'not_published' : null,
        unfit: await unfitTriggers(tx, { id: workflowId, visible }, published ?? draft),
        forms: forms.map(({ id, last_response_at, ...form }) => ({
          ...form,
          last_response_at: last_response_at?.toISOString() ?? null,
          started: started.get(id) ?? 0,
          not_started: waiting.get(id) ?? 0,
        })),
        schedules: await listedSchedules(tx, await schedulesOfWorkflow(db, tenantId, workflowId)),
        webhooks: await listedHooks(tx, await hooksOfWorkflow(db, tenantId, workflowId)),
        api_keys: await listedKeys(tx, workflowId),
        started: await recentStarts(db, tenantId, workflowId),
        time_zone,
      },
    }
  })
