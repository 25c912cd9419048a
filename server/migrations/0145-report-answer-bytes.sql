-- How much the answers of an organization may hold is limited, so it is added up whenever a report is run: without reading
-- where each block of each answer ends.
alter table report_runs add column bytes bigint not null default 0;
grant update (bytes) on report_runs to tl_worker;
grant select (bytes) on report_runs to tl_auth;

--! definer_begin

-- Of the tenant that is set, everybody's together; nobody is told of others' answers.
create function auth.report_answer_bytes() returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(r.bytes), 0)::bigint from report_runs r where r.tenant_id = {{TENANT}} and r.bytes > 0
$$;

--! definer_end tl_api
