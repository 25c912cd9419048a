-- What is open in each workflow at the moment up to which a tenant is counted, so that nobody's page counts all of it.
create table open_counts (
  tenant_id uuid not null,
  workflow_id uuid not null,
  narrowed boolean not null,
  running int not null,
  -- Of those that run, how many of each version.
  versions jsonb not null,
  manual int not null,
  automated int not null,
  overdue int not null,
  oldest_due timestamptz,
  -- The next moment at which an open task becomes overdue: from then on the row has to be counted anew.
  next_due timestamptz,
  primary key (tenant_id, workflow_id, narrowed)
);
--! tenant open_counts
grant select on open_counts to tl_app;
grant insert, update on open_counts to tl_worker;
-- With the workflow.
grant delete on open_counts to tl_app;

-- The first of those moments in the tenant.
alter table roll_ups add column next_due timestamptz;
grant select (next_due) on roll_ups to tl_auth;
-- few rows in roll_ups: one for each tenant
update roll_ups set recount_after = '00000000-0000-0000-0000-000000000000';

--! definer_begin

-- Tenants with something to count: events since their figures, a task that became overdue, or nothing counted yet.
create or replace function auth.tenants_to_roll_up(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id from tenants t left join roll_ups r on r.tenant_id = t.id
  where t.erased_at is null and (r.tenant_id is null or r.facts_after is not null or r.recount_after is not null
    or r.next_due <= now() or exists (select from events e where e.tenant_id = t.id and e.id > app.uuid_floor(r.read_to)))
  order by r.as_of nulls first limit p_limit
$$;

--! definer_end tl_worker
