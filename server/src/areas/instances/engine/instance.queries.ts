import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'

const withState = (db: Db, tenantId: string, instanceId: string) =>
  db
    .selectFrom('instances as i')
    .innerJoin('instance_state as s', (join) =>
      join.onRef('s.tenant_id', '=', 'i.tenant_id').onRef('s.instance_id', '=', 'i.id'),
    )
    .innerJoin('workflows as w', (join) =>
      join.onRef('w.tenant_id', '=', 'i.tenant_id').onRef('w.id', '=', 'i.workflow_id'),
    )
    .innerJoin('tenants as t', 't.id', 'i.tenant_id')
    .leftJoin('instance_wants as n', (join) =>
      join.onRef('n.tenant_id', '=', 'i.tenant_id').onRef('n.instance_id', '=', 'i.id'),
    )
    .select(['i.id', 'i.workflow_id', 'i.workflow_version', 'i.seq', 'i.status', 'i.priority', 'i.started_by'])
    .select(['i.name', 'i.started_at', 'i.created_at', 'i.due_sort', 'i.due_date', 'i.narrowed', 'i.deleted_at'])
    .select(['i.parent_id', 'i.source', 'i.stand_in_kind', 'i.stand_in_id'])
    .select(['s.variables', 's.lists', 's.state', 's.restored_seq', 'n.problem', 'n.tries'])
    // As text, since a moment of the database is finer than one of JavaScript.
    .select(sql<string | null>`n.by::text`.as('wanted_by'))
    .select(['w.visibility', 't.status as tenant_status', 't.time_zone', 't.working_days', 't.holidays'])
    // The one clock of an instance: its turns follow each other even where the database's clock is set back.
    .select(sql<Date>`greatest(clock_timestamp(), s.turned_at)`.as('at'))
    .where('s.tenant_id', '=', tenantId)
    .where('w.tenant_id', '=', tenantId)
    .where('i.tenant_id', '=', tenantId)
    .where('i.id', '=', instanceId)

/**
 * The instance with all that a turn needs, held until the turn is committed; both rows, so that both are of one moment.
 * People, comments and files may be added to it meanwhile.
 */
export const selectInstanceForUpdate = (db: Db, tenantId: string, instanceId: string) =>
  withState(db, tenantId, instanceId).forNoKeyUpdate(['i', 's']).executeTakeFirst()

/** As it stands now, for what changes nothing of it. */
export const readInstance = (db: Db, tenantId: string, instanceId: string) =>
  withState(db, tenantId, instanceId).executeTakeFirstOrThrow()

export type InstanceRow = Awaited<ReturnType<typeof readInstance>>

export const isOver = ({ status }: { status: string }) => status === 'completed' || status === 'cancelled'
