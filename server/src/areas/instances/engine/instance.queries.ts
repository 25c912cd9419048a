import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import type { TracedEvent, TurnEvent } from './turn-event.ts'

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
    .select(['i.id', 'i.workflow_id', 'i.workflow_version', 'i.seq', 'i.status', 'i.priority', 'i.started_by'])
    .select(['i.started_at', 'i.created_at', 'i.due_sort', 'i.due_date', 'i.engine_run', 'i.narrowed', 'i.deleted_at'])
    .select(['i.parent_id', 'i.parent_step', 'i.parent_round', 'i.parent_item', 'i.source_key'])
    .select(['s.variables', 's.lists', 's.state', 'w.visibility', 't.time_zone', 't.working_days', 't.holidays'])
    .where('s.tenant_id', '=', tenantId)
    .where('w.tenant_id', '=', tenantId)
    .where('i.tenant_id', '=', tenantId)
    .where('i.id', '=', instanceId)

/**
 * The instance with all that a turn needs, held until the turn is committed; both rows, so that both are of one moment.
 * Whoever holds a task may still add people, comments or files to the instance: they would wait for each other.
 */
export const lockInstance = (db: Db, tenantId: string, instanceId: string) =>
  withState(db, tenantId, instanceId).forNoKeyUpdate(['i', 's']).executeTakeFirst()

/** As it stands now, for a call that changes nothing of it. */
export const readInstance = (db: Db, tenantId: string, instanceId: string) =>
  withState(db, tenantId, instanceId).executeTakeFirstOrThrow()

export type InstanceRow = Awaited<ReturnType<typeof readInstance>>

/** What a committed turn took and what it found; asked by a rerun of it. */
export async function committedTurn(db: Db, tenantId: string, instanceId: string, seq: number) {
  const { rows } = await sql<{ events: TracedEvent[]; taken: number }>`
    select events, taken from instance_turns
    where tenant_id = ${tenantId} and instance_id = ${instanceId} and seq = ${seq}`.execute(db)
  const [turn] = rows
  if (!turn) throw new Error(`turn ${seq} of ${instanceId} left no trace`)
  const events = turn.events.map((traced): TurnEvent => {
    const { dropped: _, ...event } = traced
    return event
  })
  return { taken: events.slice(0, turn.taken), produced: events.slice(turn.taken) }
}
