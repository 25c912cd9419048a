-- A report is a question; a run is its answer for one person, who alone may read it.
create table reports (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 1000),
  query text not null check (octet_length(query) between 1 and 20000),
  parameters jsonb not null default '[]' check (pg_column_size(parameters) <= 65536),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references members (tenant_id, id),
  foreign key (tenant_id, deleted_by) references members (tenant_id, id)
);
create index reports_newest on reports (tenant_id, id desc) where deleted_at is null;
create index reports_trash on reports (deleted_at) where deleted_at is not null;

create table report_runs (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  report_id uuid not null,
  member_id uuid not null,
  state text not null default 'processing' check (state in ('processing', 'completed', 'failed')),
  -- The question as it was asked.
  query text not null check (octet_length(query) between 1 and 20000),
  parameters jsonb not null check (pg_column_size(parameters) <= 65536),
  background boolean not null default false,
  stopped boolean not null default false,
  columns jsonb not null default '[]',
  row_count bigint not null default 0,
  -- Of all cells: a spreadsheet holds no longer ones than 32,767.
  longest_cell int not null default 0,
  -- Where each block of the stored rows ends.
  blocks bigint[] not null default '{}',
  problem jsonb check (pg_column_size(problem) <= 4096),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null default now() + interval '90 days',
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references reports (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
create index report_runs_own on report_runs (tenant_id, report_id, member_id, id desc);
create index report_runs_waiting on report_runs (tenant_id, id) where state = 'processing';
create index report_runs_expired on report_runs (expires_at);

--! tenant reports
--! own report_runs
grant select on reports, report_runs to tl_app;
grant insert, update on reports to tl_api;
grant delete on reports to tl_worker;
grant insert on report_runs to tl_api;
grant update (stopped) on report_runs to tl_api;
grant delete on report_runs to tl_worker;
grant update (state, columns, row_count, longest_cell, blocks, problem, started_at, finished_at) on report_runs to tl_worker;

create policy cleaning on reports for select to tl_auth using (true);
grant select (tenant_id, deleted_at) on reports to tl_auth;
create policy cleaning on report_runs for select to tl_auth using (true);
grant select (tenant_id, expires_at, state, id) on report_runs to tl_auth;

--! definer_begin

create function auth.tenants_with_old_reports(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct o.tenant_id from (
    (select r.tenant_id from report_runs r where r.expires_at < now() order by r.expires_at limit p_limit)
    union all
    (select r.tenant_id from reports r where r.deleted_at < now() - interval '30 days' limit p_limit)) o
$$;

-- How many runs of the tenant that is set wait before one; those of others are not told.
create function auth.report_runs_before(p_run uuid) returns int
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*)::int from report_runs r
  where r.tenant_id = {{TENANT}} and r.state = 'processing' and r.id < p_run
$$;

--! definer_end tl_worker tl_api
