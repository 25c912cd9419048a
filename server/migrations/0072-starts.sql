-- Work that begins by itself: schedules beside forms.

-- few rows in workflow_triggers: one for each form that starts a workflow
alter table workflow_triggers drop constraint workflow_triggers_kind_check;
alter table workflow_triggers alter column form_id drop not null;
alter table workflow_triggers alter column field_mapping set default '{}';
alter table workflow_triggers
  add column name text not null default '' check (length(name) <= 120),
  add column paused_at timestamptz,
  add column paused_by uuid,
  -- Who is told of a start that is refused or missed; without it the member who made it.
  add column told_id uuid,
  add column updated_by uuid,
  -- Counts the changes: a save that is based on an older one is refused.
  add column version int not null default 1;
alter table workflow_triggers add constraint workflow_triggers_kind_check check (kind in ('form', 'schedule'));
alter table workflow_triggers add constraint workflow_triggers_form check ((kind = 'form') = (form_id is not null));
alter table workflow_triggers add constraint workflow_triggers_paused_by foreign key (tenant_id, paused_by) references members (tenant_id, id);
alter table workflow_triggers add constraint workflow_triggers_told foreign key (tenant_id, told_id) references members (tenant_id, id);
alter table workflow_triggers add constraint workflow_triggers_updated_by foreign key (tenant_id, updated_by) references members (tenant_id, id);

-- When a trigger of the kind runs. Its id is the trigger's.
create table schedules (
  tenant_id uuid not null,
  id uuid not null,
  rule jsonb not null check (pg_column_size(rule) <= 4096),
  -- Null: the organisation's.
  time_zone text check (length(time_zone) <= 64),
  day_off text not null check (day_off in ('next', 'previous', 'run', 'skip')),
  -- While the instance of the last run is not finished.
  still_running text not null check (still_running in ('start', 'skip')),
  -- Runs that were missed while the product was down.
  missed text not null check (missed in ('latest', 'each', 'none')),
  -- What instances are called; empty: by the schedule's name and the day.
  title text not null default '' check (length(title) <= 200),
  -- Runs that people left out, with who did: [{ at, by }].
  skips jsonb not null default '[]' check (pg_column_size(skips) <= 16384),
  -- Runs up to here are none of its own: it was made, changed or resumed then.
  expected_from timestamptz not null default now(),
  next_run_at timestamptz,
  -- The last run that the engine holds.
  armed_until timestamptz,
  -- Counts what the engine has to be told of; told up to `armed_change`.
  change int not null default 1,
  armed_change int not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references workflow_triggers (tenant_id, id)
);
create index schedules_next on schedules (tenant_id, next_run_at, id) where next_run_at is not null;
create index schedules_to_arm on schedules (tenant_id, id) where armed_change < change;
create index schedules_overdue on schedules (next_run_at) where next_run_at is not null;

-- What became of each run, by the moment for which it was planned.
create table schedule_firings (
  tenant_id uuid not null,
  schedule_id uuid not null,
  nominal_at timestamptz not null,
  state text not null check (state in ('started', 'late', 'left_out', 'skipped', 'missed')),
  instance_id uuid,
  -- Why it did not start, or started late: a code and its words.
  reason jsonb,
  at timestamptz not null default now(),
  primary key (tenant_id, schedule_id, nominal_at),
  foreign key (tenant_id, schedule_id) references schedules (tenant_id, id),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id) on delete set null (instance_id)
);
create index schedule_firings_instance on schedule_firings (tenant_id, instance_id) where instance_id is not null;

--! tenant schedules schedule_firings
grant select, insert, update, delete on schedules, schedule_firings to tl_app;

create policy sweeping on schedules for select to tl_auth using (true);
grant select (tenant_id, id, next_run_at) on schedules to tl_auth;

--! definer_begin

-- Tenants with a schedule that should have run and has not been heard of.
create function auth.tenants_with_overdue_schedules(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct s.tenant_id from (
    select schedules.tenant_id from schedules where next_run_at < now() - interval '10 minutes' order by next_run_at limit p_limit) s
$$;

--! definer_end tl_worker
