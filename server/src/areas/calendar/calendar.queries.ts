import { sql } from 'kysely'
import { among } from '../../core/db/among.ts'
import type { Db } from '../../core/db/bound-kysely.ts'

/** How the organisation counts its days. */
export const findOrganizationTime = (db: Db, tenantId: string) =>
  db
    .selectFrom('tenants')
    .select(['time_zone', 'week_start', 'working_days', 'holidays'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow()

const DUE = ['due_date', 'due_at', 'due_sort'] as const

/** As the calendar shows them; in no order. */
export const taskDetails = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('tasks as t')
    .innerJoin('instances as i', (on) =>
      on.onRef('i.tenant_id', '=', 't.tenant_id').onRef('i.id', '=', 't.instance_id'),
    )
    .innerJoin('workflows as w', (on) =>
      on.onRef('w.tenant_id', '=', 't.tenant_id').onRef('w.id', '=', 't.workflow_id'),
    )
    .leftJoin('members as m', (on) => on.onRef('m.tenant_id', '=', 't.tenant_id').onRef('m.id', '=', 't.assigned_to'))
    .select('m.department')
    .select([
      't.id',
      't.name as title',
      't.number as task_number',
      't.priority',
      't.version',
      't.assigned_to as person_id',
    ])
    .select(DUE.map((column) => `t.${column}` as const))
    .select([
      'i.id as instance_id',
      'i.prefix',
      'i.number',
      sql<string>`coalesce(nullif(i.title, ''), i.name)`.as('name'),
    ])
    .select(['w.id as workflow_id', 'w.name as workflow_name', 'w.category'])
    .where('t.tenant_id', '=', tenantId)
    .where('i.tenant_id', '=', tenantId)
    .where('w.tenant_id', '=', tenantId)
    .where('t.id', '=', among(ids))
    .execute()

export const instanceDetails = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('instances as i')
    .innerJoin('workflows as w', (on) =>
      on.onRef('w.tenant_id', '=', 'i.tenant_id').onRef('w.id', '=', 'i.workflow_id'),
    )
    .leftJoin('members as m', (on) => on.onRef('m.tenant_id', '=', 'i.tenant_id').onRef('m.id', '=', 'i.started_by'))
    .select('m.department')
    .select([
      'i.id',
      'i.id as instance_id',
      'i.priority',
      'i.version',
      'i.started_by as person_id',
      'i.prefix',
      'i.number',
    ])
    .select(DUE.map((column) => `i.${column}` as const))
    .select(sql<string>`coalesce(nullif(i.title, ''), i.name)`.as('name'))
    .select(['w.id as workflow_id', 'w.name as workflow_name', 'w.category'])
    .where('i.tenant_id', '=', tenantId)
    .where('w.tenant_id', '=', tenantId)
    .where('i.id', '=', among(ids))
    .execute()
