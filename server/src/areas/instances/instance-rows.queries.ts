import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'

/** As lists and the page show them; in no order. */
export const instanceRows = (db: Db, tenantId: string, ids: readonly string[]) =>
  db
    .selectFrom('instances as i')
    .innerJoin('workflows as w', (join) =>
      join.onRef('w.tenant_id', '=', 'i.tenant_id').onRef('w.id', '=', 'i.workflow_id'),
    )
    .leftJoin('clients as c', (join) => join.onRef('c.tenant_id', '=', 'i.tenant_id').onRef('c.id', '=', 'i.client_id'))
    .select(['i.id', 'i.prefix', 'i.number', 'i.name', 'i.title', 'i.description', 'i.status', 'i.outcome'])
    .select([
      'i.workflow_id',
      'i.workflow_version',
      'i.current_steps',
      'i.created_at',
      'i.started_at',
      'i.completed_at',
      'i.updated_at',
    ])
    .select(['i.due_date', 'i.due_at', 'i.due_sort', 'i.priority', 'i.metadata', 'i.tasks_total', 'i.tasks_done'])
    .select([
      'i.started_by',
      'i.source',
      'i.source_name',
      'i.narrowed',
      'i.deleted_at',
      'i.version',
      'i.cancel_reason',
      'i.parent_id',
    ])
    .select(['w.name as workflow_name', 'w.prefix as workflow_prefix', 'c.name as customer'])
    .where('i.tenant_id', '=', tenantId)
    .where('w.tenant_id', '=', tenantId)
    .where('i.id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute()
export type InstanceRow = Awaited<ReturnType<typeof instanceRows>>[number]
