-- Events, outbox, idempotency, audit, counters, blobs.

-- Append-only: what happened, for feeds, roll-ups and sockets. A month is a range of ids.
create table events (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  type text not null,
  entity_kind text not null,
  entity_id uuid not null,
  actor_id uuid,
  data jsonb not null default '{}' check (pg_column_size(data) <= 8192),
  -- Whoever must see every row reads below pg_snapshot_xmin: ids are nearly, not exactly, in commit order.
  xact xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
) partition by range (id);
create index events_entity on events (tenant_id, entity_id, id desc);
create table events_default partition of events default;

-- Three months ahead at any time; a row in the default partition is an alarm.
create function app.ensure_event_partitions() returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  month timestamptz;
  part text;
begin
  for step in -1..3 loop
    month := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + make_interval(months => step);
    part := 'events_' || to_char(month at time zone 'UTC', 'YYYY_MM');
    if to_regclass('public.' || part) is null then
      execute format('create table public.%I partition of public.events for values from (%L) to (%L)', part,
        app.uuid_floor(month), app.uuid_floor(month + interval '1 month'));
      execute format('alter table public.%I enable row level security, force row level security', part);
    end if;
  end loop;
end $$;
select app.ensure_event_partitions();
grant execute on function app.ensure_event_partitions() to tl_worker;

create table outbox (
  shard smallint not null,
  id bigint generated always as identity,
  -- Null for what happens before a tenant exists.
  tenant_id uuid,
  aggregate_id uuid not null,
  topic text not null,
  payload jsonb not null,
  attempts int not null default 0,
  available_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_error text,
  primary key (shard, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
-- Whoever sends a row asks whether an older one of its aggregate still waits, failed or not: two transactions can get
-- their ids in one order and their times in the other.
create index outbox_aggregate on outbox (shard, aggregate_id, id);

create table outbox_dead (
  id bigint primary key,
  tenant_id uuid,
  aggregate_id uuid not null,
  topic text not null,
  payload jsonb not null,
  attempts int not null,
  created_at timestamptz not null,
  died_at timestamptz not null default now(),
  last_error text
);

create table idempotency_keys (
  tenant_id uuid not null,
  actor_id uuid not null,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  status smallint,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, actor_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table audit_pending (
  id bigint generated always as identity primary key,
  tenant_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  act text not null,
  entity_kind text not null,
  entity_id uuid,
  data jsonb not null default '{}',
  request_id text not null default '',
  address text not null default '',
  device text not null default ''
);

create table audit_log (
  tenant_id uuid not null,
  seq bigint not null,
  at timestamptz not null,
  actor_id uuid,
  act text not null,
  entity_kind text not null,
  entity_id uuid,
  data jsonb not null,
  request_id text not null,
  address text not null,
  device text not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, seq)
) partition by hash (tenant_id);
create index audit_log_actor on audit_log (tenant_id, actor_id, seq);
create index audit_log_entity on audit_log (tenant_id, entity_id, seq);
--! hash16 audit_log

create table audit_heads (
  tenant_id uuid primary key,
  seq bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null default now()
);

create table counters (
  tenant_id uuid not null,
  name text not null,
  key text not null,
  slot smallint not null,
  n bigint not null,
  primary key (tenant_id, name, key, slot)
) with (fillfactor = 50);

create table blobs (
  tenant_id uuid not null,
  sha256 bytea not null,
  bytes bigint not null,
  media_type text not null,
  object_key text not null,
  ref_count int not null default 0 check (ref_count >= 0),
  unreferenced_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, sha256)
) partition by hash (tenant_id);
--! hash16 blobs

--! tenant events idempotency_keys audit_log audit_heads counters blobs
--! force events_default outbox outbox_dead audit_pending

grant select, insert on events to tl_app;
grant select, insert, update on idempotency_keys to tl_app;
grant select on audit_log, audit_heads to tl_app;
grant select, insert, update, delete on counters to tl_app;
grant select, insert, update on blobs to tl_app;

create policy own on outbox to tl_app using (tenant_id = {{TENANT}}) with check (tenant_id = {{TENANT}});
create policy before_tenants on outbox to tl_identity using (tenant_id is null) with check (tenant_id is null);
create policy relay on outbox to tl_relay using (true) with check (true);
create policy relay on outbox_dead to tl_relay using (true) with check (true);
grant select, insert, delete on outbox to tl_app, tl_identity;
grant select, update, delete on outbox to tl_relay;
grant select, insert on outbox_dead to tl_relay;

create policy own on audit_pending for insert to tl_app with check (tenant_id = {{TENANT}});
create policy functions on audit_pending for insert to tl_auth with check (true);
create policy relay on audit_pending to tl_relay using (true) with check (true);
create policy relay on audit_log to tl_relay using (true) with check (true);
create policy relay on audit_heads to tl_relay using (true) with check (true);
grant insert on audit_pending to tl_app, tl_auth;
grant select, delete on audit_pending to tl_relay;
grant select, insert on audit_log to tl_relay;
grant select, insert, update on audit_heads to tl_relay;
