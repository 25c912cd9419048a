-- Facts that figures are counted from, and the figures of each day.

-- Seconds of working time between two moments, by an organization's calendar: the hours of its days, in its zone,
-- without its holidays.
create function app.working_seconds(p_from timestamptz, p_to timestamptz, p_zone text, p_days jsonb, p_holidays jsonb)
returns int language sql stable parallel safe as $$
  select case when p_to - p_from >= interval '1 second' then (
    select coalesce(floor(sum(extract(epoch from least(p_to, t.ends) - greatest(p_from, t.begins)))), 0)::int
    from generate_series((p_from at time zone p_zone)::date, (p_to at time zone p_zone)::date, interval '1 day') d
    join jsonb_to_recordset(p_days) w (day int, "from" time, "to" time) on w.day = extract(isodow from d)
    cross join lateral (select (d::date + w."from") at time zone p_zone as begins,
      (d::date + w."to") at time zone p_zone as ends) t
    where least(p_to, t.ends) > greatest(p_from, t.begins) and not exists (
      select from jsonb_to_recordset(p_holidays) h ("from" date, "to" date) where d::date between h."from" and h."to"))
  else 0 end
$$;
grant execute on function app.working_seconds(timestamptz, timestamptz, text, jsonb, jsonb) to tl_app;

-- The span of durations that a duration is counted in: each is 4% longer than the one before.
create function app.duration_bucket(p_seconds int) returns int
language sql immutable strict parallel safe
return case when p_seconds <= 0 then 0 else 1 + floor(ln(p_seconds::float8) / ln(1.04::float8))::int end;
grant execute on function app.duration_bucket(int) to tl_app;

-- The first claim, answer, file or question.
alter table tasks add column began_at timestamptz;

alter table step_runs
  add column version int,
  add column kind text,
  -- Set once it is closed: before somebody began, and from then on; the same in working hours.
  add column waited_s int,
  add column worked_s int,
  add column waited_work_s int,
  add column worked_work_s int,
  -- Whether a person closed it.
  add column by_hand boolean,
  -- When it first failed, and why.
  add column failed_at timestamptz,
  add column issue text;

alter table instances
  -- The first due date, as the moment from which it is overdue. It follows the zone, but not a date that is moved.
  add column due_first timestamptz,
  -- From start to end, in working hours.
  add column duration_work_s int,
  add column ended_late boolean generated always as (
    case when status = 'completed' and due_date is not null then completed_at > due_sort end) virtual;

-- How far a tenant's figures are counted.
create table roll_ups (
  tenant_id uuid not null primary key,
  -- Everything that happened before this moment is counted.
  as_of timestamptz not null,
  -- All events up to here have been read; the mark becomes this once no transaction from before it runs any more.
  read_to timestamptz not null,
  mark_at timestamptz not null,
  mark_xid xid8 not null,
  -- The zone whose days are counted.
  time_zone text not null,
  -- Rows from before the facts were kept are filled up to this instance; null once all are.
  facts_after uuid,
  -- All days are counted anew up to this workflow; null once all are.
  recount_after uuid,
  -- The last day whose end was recorded.
  closed_day date
);

-- By the day on which something started, ended or was done. `narrowed` counts what only participants see.
create table workflow_days (
  tenant_id uuid not null,
  workflow_id uuid not null,
  day date not null,
  version int not null,
  narrowed boolean not null,
  started int not null default 0,
  ended int not null default 0,
  -- Of those that ended: with a due date, and late; by the first due date; of those with a client.
  due int not null default 0,
  late int not null default 0,
  first_due int not null default 0,
  first_late int not null default 0,
  client_due int not null default 0,
  client_late int not null default 0,
  client_first_due int not null default 0,
  client_first_late int not null default 0,
  moved int not null default 0,
  tasks_done int not null default 0,
  sum_s bigint not null default 0,
  sum_work_s bigint not null default 0,
  -- Each duration while there are few, else how many fall into each bucket.
  durations int[],
  buckets jsonb,
  work_durations int[],
  work_buckets jsonb,
  -- As it was when the day ended: taken then, never counted anew.
  running int,
  overdue int,
  primary key (tenant_id, workflow_id, day, version, narrowed)
);

-- Days are written one after the other: all workflows of a range stand close together.
create index workflow_days_day on workflow_days (tenant_id, day);

create table step_days (
  tenant_id uuid not null,
  workflow_id uuid not null,
  day date not null,
  version int not null,
  step text not null,
  narrowed boolean not null,
  kind text not null,
  -- Runs that closed, those of them that no person closed, and those that never failed.
  runs int not null default 0,
  automated int not null default 0,
  clean int not null default 0,
  -- Runs that first failed on this day.
  failed int not null default 0,
  -- Of those, by what was wrong: [how many, still open, resolved, seconds until then].
  issues jsonb,
  waited_s bigint not null default 0,
  worked_s bigint not null default 0,
  waited_work_s bigint not null default 0,
  worked_work_s bigint not null default 0,
  durations int[],
  buckets jsonb,
  work_durations int[],
  work_buckets jsonb,
  primary key (tenant_id, workflow_id, day, version, step, narrowed)
);

create index step_days_day on step_days (tenant_id, day);

-- One row for each day of an organization, without names.
create table usage_days (
  tenant_id uuid not null,
  day date not null,
  people int not null,
  started int not null,
  ended int not null,
  late int not null,
  automations_done int not null,
  automations_failed int not null,
  automations_stopped int not null,
  file_bytes bigint not null,
  members int not null,
  primary key (tenant_id, day)
);

--! tenant roll_ups workflow_days step_days usage_days
grant select on roll_ups, workflow_days, step_days, usage_days to tl_app;
grant insert, update on roll_ups, workflow_days, step_days, usage_days to tl_worker;
-- With the workflow.
grant delete on workflow_days, step_days to tl_app;

create policy counting on roll_ups for select to tl_auth using (true);
grant select (tenant_id, read_to, as_of, facts_after, recount_after) on roll_ups to tl_auth;
create policy counting on events for select to tl_auth using (true);
grant select (tenant_id, id) on events to tl_auth;

--! definer_begin

-- Tenants with something to count: events since their figures, or none counted yet.
create function auth.tenants_to_roll_up(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id from tenants t left join roll_ups r on r.tenant_id = t.id
  where t.erased_at is null and (r.tenant_id is null or r.facts_after is not null or r.recount_after is not null
    or exists (select from events e where e.tenant_id = t.id and e.id > app.uuid_floor(r.read_to)))
  order by r.as_of nulls first limit p_limit
$$;

-- One of so many parts of all tenants, by their ids.
create function auth.tenants_to_compare(p_parts int, p_part int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.tenant_id from roll_ups r where abs(hashtext(r.tenant_id::text)::bigint) % p_parts = p_part order by 1
$$;

--! definer_end tl_worker
