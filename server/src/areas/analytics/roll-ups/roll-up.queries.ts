import { sql } from 'kysely'
import type { Db } from '../../../core/db/bound-kysely.ts'
import { runTimes, workingTime } from '../../instances/instances.public.ts'
import { rowsFor } from './day-counts.ts'

/** Events are read again from this long before the last, whatever the clock says. */
const LOOK_BACK = sql`interval '2 minutes'`
const FIRST = '00000000-0000-0000-0000-000000000000'

/** How far a tenant is counted, locked until the commit; made where it is the first time. */
export async function lockRollUp(db: Db, tenantId: string, asOf: Date) {
  await sql`insert into roll_ups (tenant_id, as_of, read_to, mark_at, mark_xid, time_zone, facts_after, recount_after)
    select id, ${asOf}, ${asOf}, now(), pg_snapshot_xmax(pg_current_snapshot()), time_zone, ${FIRST}, ${FIRST}
    from tenants where id = ${tenantId} on conflict do nothing`.execute(db)
  const { rows } = await sql<{
    as_of: Date
    facts_after: string | null
    recount_after: string | null
    closed_day: string | null
    time_zone: string
    is_other_zone: boolean
    began: Date
  }>`select r.as_of, r.facts_after, r.recount_after, r.closed_day::text, t.time_zone, r.time_zone <> t.time_zone as is_other_zone,
      least(t.created_at, (select i.created_at from instances i where i.tenant_id = ${tenantId} order by i.id limit 1)) as began
    from roll_ups r join tenants t on t.id = r.tenant_id where r.tenant_id = ${tenantId} for no key update of r`.execute(
    db,
  )
  return rows[0]
}

export type RollUpRow = NonNullable<Awaited<ReturnType<typeof lockRollUp>>>

/** All days are counted anew, from the first workflow on, in the zone that holds now. */
export async function wantRecount(db: Db, tenantId: string): Promise<void> {
  await sql`update roll_ups r set recount_after = ${FIRST}, time_zone = t.time_zone
    from tenants t where t.id = ${tenantId} and r.tenant_id = ${tenantId}`.execute(db)
}

export async function setProgress(
  db: Db,
  tenantId: string,
  column: 'facts_after' | 'recount_after' | 'closed_day',
  value: string | null,
): Promise<void> {
  await db
    .updateTable('roll_ups')
    .set({ [column]: value })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/**
 * Everything before the moment is counted. What has been read stays read once no transaction from before the mark runs
 * any more: until then one of them may still commit an event of that time.
 */
export async function advance(db: Db, tenantId: string, asOf: Date): Promise<void> {
  await sql`update roll_ups set as_of = greatest(as_of, ${asOf}),
      read_to = case when mark_xid <= pg_snapshot_xmin(pg_current_snapshot()) then greatest(read_to, least(mark_at, ${asOf}))
        else read_to end,
      mark_at = case when mark_xid <= pg_snapshot_xmin(pg_current_snapshot()) then now() else mark_at end,
      mark_xid = case when mark_xid <= pg_snapshot_xmin(pg_current_snapshot()) then pg_snapshot_xmax(pg_current_snapshot())
        else mark_xid end,
      next_due = (select min(next_due) from open_counts where tenant_id = ${tenantId})
    where tenant_id = ${tenantId}`.execute(db)
}

/** Whether work went on after what is counted: then facts may be newer than figures, without anything being wrong. */
export async function hasNewerWork(db: Db, tenantId: string): Promise<boolean> {
  const { rows } = await sql`select from events where tenant_id = ${tenantId} and entity_kind in ('instance', 'task')
    and id > (select app.uuid_floor(as_of) from roll_ups where tenant_id = ${tenantId}) limit 1`.execute(db)
  return rows.length > 0
}

/**
 * The workflows of touched instances, with the days on which something of those is counted; null where nothing is yet. Of
 * one that was deleted forever nothing can be asked: its event says where it was counted.
 */
export async function touchedDays(db: Db, tenantId: string, timeZone: string) {
  const { rows } = await sql<{ workflow_id: string; day: string | null }>`
    with read as materialized (select distinct entity_kind, entity_id, case when type = 'instance.purged' then data end as life
      from events
      where tenant_id = ${tenantId} and entity_kind in ('instance', 'task')
        and id > (select app.uuid_floor(read_to - ${LOOK_BACK}) from roll_ups where tenant_id = ${tenantId})),
    touched as materialized (
      select entity_id as id from read where entity_kind = 'instance'
      union select t.instance_id from read r join tasks t on t.tenant_id = ${tenantId} and t.id = r.entity_id
        where r.entity_kind = 'task'),
    moments as (
      select i.workflow_id, m.at from touched x join instances i on i.tenant_id = ${tenantId} and i.id = x.id
      cross join lateral (values (i.started_at), (i.completed_at)) as m (at)
      union select s.workflow_id, m.at from touched x join step_runs s on s.tenant_id = ${tenantId} and s.instance_id = x.id
      cross join lateral (values (s.closed_at), (s.failed_at)) as m (at)
      union select t.workflow_id, t.completed_at from touched x
      join tasks t on t.tenant_id = ${tenantId} and t.instance_id = x.id),
    purged as (select w.id as workflow_id, (r.life ->> 'from')::timestamptz as began, (r.life ->> 'to')::timestamptz as ended
      from read r join workflows w on w.tenant_id = ${tenantId} and w.id = (r.life ->> 'workflow')::uuid)
    select workflow_id, (at at time zone ${timeZone})::date::text as day from moments
    union select workflow_id, d::date::text from purged cross join lateral generate_series(
      (began at time zone ${timeZone})::date, (ended at time zone ${timeZone})::date, interval '1 day') d`.execute(db)
  return rows
}

/** The next workflows to count anew, each with the first and last moment of its facts; by their indexes' ends alone. */
export async function nextWorkflows(db: Db, tenantId: string, after: string, limit: number) {
  const ofWorkflow = sql`tenant_id = ${tenantId} and workflow_id = w.id`
  const end = (table: 'instances' | 'step_runs' | 'workflow_days', act: 'min' | 'max', column: string, more = sql``) =>
    sql`(select ${sql.raw(act)}(${sql.ref(column)}) from ${sql.table(table)} where ${ofWorkflow} ${more})`
  const present = sql`and deleted_at is null`
  const nextStep = (
    further = sql``,
  ) => sql`(select step from step_runs where ${ofWorkflow} and closed_at is not null ${further}
    order by step limit 1)`
  const { rows } = await sql<{
    id: string
    first: Date | null
    last: Date | null
    first_day: Date | null
    last_day: Date | null
  }>`
    select w.id, ${end('instances', 'min', 'started_at', present)} as first,
      greatest(${end('instances', 'max', 'started_at', present)},
        ${end('instances', 'max', 'completed_at', sql`${present} and completed_at is not null`)},
        ${end('step_runs', 'max', 'failed_at', sql`and failed_at is not null`)}, s.last) as last,
      ${end('workflow_days', 'min', 'day')}::timestamptz as first_day,
      ${end('workflow_days', 'max', 'day')}::timestamptz as last_day
    from (select id from workflows where tenant_id = ${tenantId} and id > ${after}::uuid order by id
      limit ${limit}) w
    cross join lateral (
      with recursive steps as (
        select ${nextStep()} as step
        union all select ${nextStep(sql`and step > steps.step`)} from steps where steps.step is not null)
      select max((select closed_at from step_runs r where r.tenant_id = ${tenantId} and r.workflow_id = w.id
        and r.step = steps.step and r.closed_at is not null order by closed_at desc limit 1)) as last from steps) s
    order by w.id`.execute(db)
  return rows
}

export type WorkflowSpan = Awaited<ReturnType<typeof nextWorkflows>>[number]

const CALENDAR = sql.raw("jsonb_build_object('zone', c.time_zone, 'days', c.working_days, 'holidays', c.holidays)")

/**
 * Facts of the next instances from before they were kept, as well as they can be told afterwards: by the calendar of
 * today, with what a task was begun by unless it was a claim. Answers where the next ones begin.
 */
export async function fillFacts(db: Db, tenantId: string, after: string, limit: number): Promise<string | null> {
  const { rows } = await sql<{
    id: string
  }>`select id from instances where tenant_id = ${tenantId} and id > ${after}::uuid
    order by id limit ${limit}`.execute(db)
  const last = rows.at(-1)?.id
  if (last === undefined) return null
  const among = (column: string) => sql`${sql.ref(column)} > ${after}::uuid and ${sql.ref(column)} <= ${last}::uuid`
  await sql`select from instances where tenant_id = ${tenantId} and ${among('id')} order by id for no key update`.execute(
    db,
  )
  await sql`update tasks t set began_at = f.at from (
      select b.task_id, min(b.at) as at from (
        select a.task_id, a.answered_at as at from tasks t join task_answers a on a.tenant_id = ${tenantId} and a.task_id = t.id
          where t.tenant_id = ${tenantId} and ${among('t.instance_id')}
        union all select v.task_id, v.at from tasks t join decisions v on v.tenant_id = ${tenantId} and v.task_id = t.id
          where t.tenant_id = ${tenantId} and ${among('t.instance_id')}
        union all select q.about_task, q.created_at from tasks q
          where q.tenant_id = ${tenantId} and ${among('q.instance_id')} and q.about_task is not null
        union all select d.task_id, d.created_at from documents d
          where d.tenant_id = ${tenantId} and ${among('d.instance_id')} and d.task_id is not null) b
      group by 1) f
    where t.tenant_id = ${tenantId} and t.id = f.task_id and t.began_at is null`.execute(db)
  await sql`update step_runs r set version = i.workflow_version, kind = coalesce(v.document -> 'steps' -> r.step ->> 'type', 'manual'),
      failed_at = case when r.problem is not null then coalesce(r.closed_at, i.updated_at) end, issue = left(r.problem, 500)
    from instances i join workflow_versions v on v.tenant_id = ${tenantId} and v.workflow_id = i.workflow_id
      and v.number = i.workflow_version
    where r.tenant_id = ${tenantId} and i.tenant_id = ${tenantId} and i.id = r.instance_id and ${among('r.instance_id')}
      and r.kind is null`.execute(db)
  const times = runTimes({
    tenant: 'r.tenant_id',
    instance: 'r.instance_id',
    step: 'r.step',
    round: 'r.round',
    kind: 'r.kind',
    opened: 'r.opened_at',
    closed: 'r.closed_at',
    calendar: "jsonb_build_object('zone', c.time_zone, 'days', c.working_days, 'holidays', c.holidays)",
  })
  await sql`update step_runs r set waited_s = f.waited_s, worked_s = f.worked_s, waited_work_s = f.waited_work_s,
      worked_work_s = f.worked_work_s, by_hand = f.by_hand
    from (select r.instance_id, r.step, r.round, x.*, r.kind in ('manual', 'approval') or exists (
          select from tasks t where t.tenant_id = ${tenantId} and t.instance_id = r.instance_id and t.step = r.step
            and t.round = r.round and t.completed_by is not null) as by_hand
      from step_runs r join tenants c on c.id = ${tenantId} cross join lateral (${sql.raw(times)}) x
      where r.tenant_id = ${tenantId} and ${among('r.instance_id')} and r.closed_at is not null and r.waited_s is null) f
    where r.tenant_id = ${tenantId} and r.instance_id = f.instance_id and r.step = f.step and r.round = f.round`.execute(
    db,
  )
  const duration = sql.raw(workingTime('coalesce(i.started_at, i.created_at)', 'i.completed_at', 'x.calendar'))
  await sql`update instances i set due_first = coalesce(i.due_first, case when i.due_date is not null then i.due_sort end),
      duration_work_s = case when i.completed_at is not null then coalesce(i.duration_work_s, ${duration}) end
    from (select ${CALENDAR} as calendar from tenants c where c.id = ${tenantId}) x
    where i.tenant_id = ${tenantId} and ${among('i.id')} and (i.due_first is null and i.due_date is not null
      or i.duration_work_s is null and i.completed_at is not null)`.execute(db)
  return last
}

/** What an organization did on a day that has ended. */
export async function putUsage(
  db: Db,
  tenantId: string,
  { day, begins, ends }: { day: string; begins: Date; ends: Date },
) {
  await sql`insert into usage_days (tenant_id, day, people, started, ended, late, automations_done, automations_failed,
      automations_stopped, file_bytes, members, refused_sign_ins)
    select ${tenantId}::uuid, ${day}::date, e.people, w.started, w.ended, w.late, s.done, s.failed, x.stopped, b.bytes, m.members,
      coalesce((select refused from sign_in_days where tenant_id = ${tenantId} and day = ${day}::date), 0)
    from (select count(distinct actor_id)::int as people from events where tenant_id = ${tenantId}
        and id >= app.uuid_floor(${begins}) and id < app.uuid_floor(${ends})) e,
      (select coalesce(sum(started), 0)::int as started, coalesce(sum(ended), 0)::int as ended, coalesce(sum(late), 0)::int as late
        from workflow_days where tenant_id = ${tenantId} and day = ${day}::date) w,
      (select coalesce(sum(clean), 0)::int as done, coalesce(sum(failed), 0)::int as failed
        from step_days where tenant_id = ${tenantId} and day = ${day}::date and kind = 'tool') s,
      (select count(*)::int as stopped from step_runs r ${rowsFor(tenantId, 'instances', 'i', sql`x.id = r.instance_id and x.deleted_at is null`)}
        where r.tenant_id = ${tenantId} and r.closed_at >= ${begins} and r.closed_at < ${ends} and r.outcome is null
          and r.kind = 'tool') x,
      (select coalesce(sum(bytes), 0)::bigint as bytes from blobs where tenant_id = ${tenantId}) b,
      (select count(*)::int as members from members where tenant_id = ${tenantId} and status = 'active') m
    on conflict (tenant_id, day) do update set started = excluded.started, ended = excluded.ended, late = excluded.late,
      automations_done = excluded.automations_done, automations_failed = excluded.automations_failed,
      automations_stopped = excluded.automations_stopped, refused_sign_ins = excluded.refused_sign_ins`.execute(db)
}
