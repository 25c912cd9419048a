-- Exports that are too long to be streamed: a job writes the file, and the person downloads it within a few days.
create table exports (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  member_id uuid not null,
  -- Which list, and its filter as it was asked for.
  list text not null check (length(list) between 1 and 60),
  filter jsonb not null,
  state text not null default 'preparing' check (state in ('preparing', 'ready', 'failed')),
  -- Of the file, once it is ready.
  row_count bigint,
  -- Why there is none, in words for the person.
  problem text check (length(problem) <= 400),
  created_at timestamptz not null default now(),
  -- While it is prepared, the moment from which its job counts as lost; then the end of the file.
  expires_at timestamptz not null default now() + interval '1 day',
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
create index exports_own on exports (tenant_id, member_id) where state = 'preparing';
create index exports_expired on exports (expires_at);

--! own exports
grant select on exports to tl_app;
grant insert on exports to tl_api;
grant update (state, row_count, problem, expires_at), delete on exports to tl_worker;

create policy cleaning on exports for select to tl_auth using (true);
grant select (tenant_id, expires_at) on exports to tl_auth;

--! definer_begin

create function auth.tenants_with_expired_exports(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct e.tenant_id from (
    select exports.tenant_id from exports where expires_at < now() order by expires_at limit p_limit) e
$$;

--! definer_end tl_worker
