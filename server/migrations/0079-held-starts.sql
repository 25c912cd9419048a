-- What every way to start has in common, and the starts that wait.

-- few rows in workflow_triggers: one for each way to start a workflow
alter table workflow_triggers drop constraint workflow_triggers_kind_check;
alter table workflow_triggers add constraint workflow_triggers_kind_check
  check (kind in ('form', 'schedule', 'webhook', 'mail'));

-- Starts of webhooks and mail that came while the workflow could not start, or the plan had no runs left.
create table held_starts (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  trigger_id uuid not null,
  workflow_id uuid not null,
  source text not null check (source in ('webhook', 'mail')),
  -- That of the instance, so that what is held begins once.
  key text collate "C" not null check (length(key) between 1 and 300),
  -- What the instance will be called.
  name text not null check (length(name) between 1 and 200),
  -- Values by variable as they came: the version that starts converts and checks them.
  given jsonb not null check (pg_column_size(given) <= 1048576),
  -- Why it waits: a code and its words.
  reason jsonb not null,
  held_at timestamptz not null default now(),
  started_at timestamptz,
  instance_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, trigger_id) references workflow_triggers (tenant_id, id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id) on delete set null (instance_id)
);
create unique index held_starts_key on held_starts (tenant_id, source, key);
create index held_starts_waiting on held_starts (tenant_id, workflow_id, id) where started_at is null;
create index held_starts_trigger on held_starts (tenant_id, trigger_id);
create index held_starts_instance on held_starts (tenant_id, instance_id) where instance_id is not null;

--! tenant held_starts
grant select, insert, update, delete on held_starts to tl_app;
