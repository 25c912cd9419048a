import type { Json } from '@throughline/flow/eval'
import type { State } from '@throughline/flow/run'
import { sql } from 'kysely'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { StoredDue } from './due.ts'
import { storedStandIn } from './engine/stand-in.ts'
import type { Start } from './start.ts'

export async function findBySource(db: Db, tenantId: string, source: string, key: string) {
  const row = await db
    .selectFrom('instances')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('source', '=', source)
    .where('source_key', '=', key)
    .executeTakeFirst()
  return row?.id
}

/** An instance that a key has started, of one of these workflows. */
export const findStartedByKey = (db: Db, tenantId: string, keyId: string, workflowIds: readonly string[], id: string) =>
  db
    .selectFrom('instances')
    .select(['id', 'workflow_id'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('source', '=', 'api')
    .where(sql<boolean>`starts_with(source_key, ${`${keyId}:`})`)
    .where('workflow_id', '=', sql<string>`any (${workflowIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The version that is asked for, or the one that is published now. */
export const findStartable = (db: Db, tenantId: string, workflowId: string, version: number | undefined) =>
  db
    .selectFrom('workflows as w')
    .innerJoin('workflow_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'w.tenant_id')
        .onRef('v.workflow_id', '=', 'w.id')
        .on('v.number', '=', version ?? sql<number>`w.current_version`),
    )
    .innerJoin('tenants as t', 't.id', 'w.tenant_id')
    .select([
      'w.name',
      'w.status',
      'w.prefix',
      'w.visibility',
      'v.number',
      't.time_zone',
      't.working_days',
      't.holidays',
    ])
    .where('w.tenant_id', '=', tenantId)
    .where('w.id', '=', workflowId)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst()

export type Startable = NonNullable<Awaited<ReturnType<typeof findStartable>>>

interface NewInstance {
  start: Start
  version: number
  prefix: string
  due: StoredDue | undefined
  variables: Record<string, Json>
  state: State
}

/** With its state, and with its starter or the member who stands in among its people; nothing if the key was used. */
export async function insertInstance(db: Db, tenantId: string, made: NewInstance): Promise<string | undefined> {
  const { start, version, prefix, due, variables, state } = made
  const { parent } = start
  const standIn = storedStandIn(start.standIn)
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into instances (tenant_id, id, workflow_id, workflow_version, prefix, name, title, description, priority, metadata,
        client_id, narrowed, source, source_key, source_name, started_by, stand_in_kind, stand_in_id, due_date, due_at,
        due_sort, due_first, parent_id, parent_step, parent_round, parent_item)
      values (${tenantId}, coalesce(${start.id ?? null}::uuid, uuidv7()), ${start.workflowId}, ${version}, ${prefix}, ${start.name}, ${start.title ?? ''},
        ${start.description ?? ''}, ${start.priority ?? 2}, ${JSON.stringify(start.metadata ?? {})}::jsonb,
        ${start.clientId ?? null}, ${start.narrowed ?? false}, ${start.source}, ${start.key},
        ${start.sourceName?.trim().slice(0, 300) || null}, ${start.startedBy}, ${standIn.stand_in_kind}, ${standIn.stand_in_id},
        ${due?.due_date ?? null}, ${due?.due_at ?? null}, ${due?.due_sort ?? 'infinity'}, ${due?.due_date ? due.due_sort : null},
        ${parent?.id ?? null},
        ${parent?.step ?? null}, ${parent?.round ?? null}, ${parent?.item ?? -1})
      on conflict (tenant_id, source, source_key) do nothing
      returning id, coalesce(started_by, case stand_in_kind when 'member' then stand_in_id end) as person),
    state as (
      insert into instance_state (tenant_id, instance_id, variables, state, restored_seq)
      select ${tenantId}::uuid, id, ${JSON.stringify(variables)}::jsonb, ${JSON.stringify(state)}::jsonb,
        ${start.restored ? 0 : null}::int
      from made),
    people as (
      insert into instance_people (tenant_id, instance_id, member_id)
      select ${tenantId}::uuid, id, person from made where person is not null)
    select id from made`.execute(db)
  return rows[0]?.id
}

/** Numbers have no gaps: one is taken only by what is committed with it. */
export async function nextNumber(db: Db, tenantId: string, workflowId: string, instanceId: string) {
  await sql`with numbered as (
      insert into workflow_numbers as n (tenant_id, workflow_id, last_instance_number) values (${tenantId}, ${workflowId}, 1)
      on conflict (tenant_id, workflow_id) do update set last_instance_number = n.last_instance_number + 1
      returning last_instance_number)
    update instances set number = numbered.last_instance_number from numbered
    where tenant_id = ${tenantId} and id = ${instanceId}`.execute(db)
}

/** As a start answers it, once it has its number. */
export const requireStarted = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('instances')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select(['id', 'prefix', 'number', 'name', 'title', 'status'])
    .executeTakeFirstOrThrow()
