-- Webhooks: calls of other programs that start a workflow.

-- few rows in public_addresses: one for each published form, website and webhook
alter table public_addresses drop constraint public_addresses_kind_check;
alter table public_addresses add constraint public_addresses_kind_check check (kind in ('form', 'website', 'hook'));

-- How calls of a trigger of the kind are checked. Its id is the trigger's.
create table hooks (
  tenant_id uuid not null,
  id uuid not null,
  style text not null check (style in ('standard', 'github', 'stripe', 'bearer')),
  -- Sealed with the tenant's data key; its last characters are for people to tell them apart.
  secret bytea not null,
  key_no int not null,
  secret_end text not null check (length(secret_end) <= 8),
  secret_at timestamptz not null default now(),
  secret_by uuid,
  -- The one before, as long as it still counts.
  previous bytea,
  previous_key_no int,
  previous_end text check (length(previous_end) <= 8),
  previous_until timestamptz,
  -- What makes two calls the same: the id that the sender gives them, a value in the body, or all of the body.
  repeat_by text not null check (repeat_by in ('id', 'value', 'body')),
  repeat_path text not null default '' check (length(repeat_path) <= 300),
  -- What instances are called, with paths in braces; empty: as the webhook.
  title text not null default '' check (length(title) <= 200),
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references workflow_triggers (tenant_id, id),
  foreign key (tenant_id, secret_by) references members (tenant_id, id)
);
create index hooks_key on hooks (tenant_id, key_no);

-- What became of each call. Thirty days; bodies seven.
create table hook_deliveries (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  hook_id uuid not null,
  at timestamptz not null default now(),
  state text not null check (state in ('started', 'duplicate', 'held', 'refused', 'forged')),
  -- What it was recognized by, hashed.
  repeat_key text collate "C" check (length(repeat_key) <= 100),
  instance_id uuid,
  held_id uuid,
  -- Why it started nothing: a code and its words.
  reason jsonb,
  took_ms int not null,
  bytes int not null,
  -- Sealed.
  body bytea,
  key_no int,
  primary key (tenant_id, id),
  foreign key (tenant_id, hook_id) references hooks (tenant_id, id),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id) on delete set null (instance_id),
  foreign key (tenant_id, held_id) references held_starts (tenant_id, id) on delete set null (held_id)
);
create index hook_deliveries_hook on hook_deliveries (tenant_id, hook_id, id);
create index hook_deliveries_rejected on hook_deliveries (tenant_id, hook_id, id) where state in ('refused', 'forged');
create index hook_deliveries_started on hook_deliveries (tenant_id, hook_id, at) where state = 'started';
create index hook_deliveries_repeat on hook_deliveries (tenant_id, hook_id, repeat_key, id) where repeat_key is not null;
create index hook_deliveries_key on hook_deliveries (tenant_id, key_no) where key_no is not null;
create index hook_deliveries_instance on hook_deliveries (tenant_id, instance_id) where instance_id is not null;
create index hook_deliveries_held on hook_deliveries (tenant_id, held_id) where held_id is not null;
create index hook_deliveries_old on hook_deliveries (at);
create index hook_deliveries_bodies on hook_deliveries (at) where body is not null;

-- How many calls of a day were not signed: of the first hundred there are rows.
create table hook_forgeries (
  tenant_id uuid not null,
  hook_id uuid not null,
  day date not null,
  calls int not null default 1,
  primary key (tenant_id, hook_id, day),
  foreign key (tenant_id, hook_id) references hooks (tenant_id, id)
);
create index hook_forgeries_old on hook_forgeries (day);

--! tenant hooks hook_deliveries hook_forgeries
grant select, insert, update, delete on hooks, hook_deliveries, hook_forgeries to tl_app;

create policy cleaning on hook_deliveries to tl_auth using (true) with check (true);
create policy cleaning on hook_forgeries to tl_auth using (true);
grant select (tenant_id, id, at, body, key_no), update (body, key_no), delete on hook_deliveries to tl_auth;
grant select (tenant_id, hook_id, day), delete on hook_forgeries to tl_auth;

--! definer_begin

-- Calls past their time, and the bodies of younger ones; says how many.
create function auth.sweep_hooks(p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with old as (
    delete from hook_deliveries d using (
      select o.tenant_id, o.id from hook_deliveries o where o.at < now() - interval '30 days' order by o.at limit p_limit) x
    where d.tenant_id = x.tenant_id and d.id = x.id returning 1),
  bodies as (
    update hook_deliveries d set body = null, key_no = null from (
      select o.tenant_id, o.id from hook_deliveries o
      where o.body is not null and o.at < now() - interval '7 days' and o.at >= now() - interval '30 days'
      order by o.at limit p_limit) x
    where d.tenant_id = x.tenant_id and d.id = x.id returning 1),
  days as (
    delete from hook_forgeries f using (
      select o.tenant_id, o.hook_id, o.day from hook_forgeries o
      where o.day < current_date - 30 order by o.day limit p_limit) x
    where f.tenant_id = x.tenant_id and f.hook_id = x.hook_id and f.day = x.day returning 1)
  select ((select count(*) from old) + (select count(*) from bodies) + (select count(*) from days))::int
$$;

--! definer_end tl_worker
