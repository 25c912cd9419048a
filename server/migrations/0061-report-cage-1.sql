-- Reports run SQL that people wrote, as tl_report. That role finds nothing but the views of the schema `report`. Its
-- policies stand on the tables themselves and ask nothing that a query could set: which tenant and member a connection
-- is bound to is looked up by the connection's own process. Decision 27.

create schema report;
grant usage on schema report to tl_report;
do $$
begin
  execute format('grant connect on database %I to tl_report', current_database());
end $$;

-- Tables cannot even be named by a role that only reads views.
revoke usage on schema public from public;
grant usage on schema public to tl_search, tl_migrator;

-- Whom a connection of tl_report works for. Rows live as long as their connection.
create table report_sessions (
  pid int not null,
  backend_start timestamptz not null,
  tenant_id uuid not null,
  -- None: an admin of an organization that lets its admins see everything.
  member_id uuid,
  -- The workflows and forms that are hidden from the member.
  hidden uuid[] not null,
  primary key (pid, backend_start)
);
--! force report_sessions
create policy functions on report_sessions to tl_auth using (true) with check (true);
create policy erasure on report_sessions to tl_owner using (tenant_id in (select id from tenants where status = 'closed'));
grant select, insert, delete on report_sessions to tl_auth;
grant create on schema app to tl_auth;

--! definer_begin

-- Binds a connection of tl_report to the tenant that is set, once for as long as it lives. False: there is none, or it is
-- bound already. Rows of connections that are gone go with it.
create function auth.bind_report(p_pid int, p_member uuid, p_hidden uuid[]) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from report_sessions s where not exists (
    select from pg_stat_get_activity(null) a where a.pid = s.pid and a.backend_start = s.backend_start);
  with bound as (
    insert into report_sessions (pid, backend_start, tenant_id, member_id, hidden)
    select a.pid, a.backend_start, {{TENANT}}, p_member, p_hidden from pg_stat_get_activity(p_pid) a
    where a.usesysid = 'tl_report'::regrole and a.datid = (select oid from pg_database where datname = current_database())
    on conflict do nothing
    returning 1)
  select exists (select from bound)
$$;

--! definer_end tl_app

set local role tl_auth;

create function app.report_tenant() returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.tenant_id from report_sessions s, pg_stat_get_activity(pg_backend_pid()) a
  where s.pid = a.pid and s.backend_start = a.backend_start
$$;

create function app.report_member() returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.member_id from report_sessions s, pg_stat_get_activity(pg_backend_pid()) a
  where s.pid = a.pid and s.backend_start = a.backend_start
$$;

create function app.report_hidden() returns uuid[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.hidden from report_sessions s, pg_stat_get_activity(pg_backend_pid()) a
  where s.pid = a.pid and s.backend_start = a.backend_start
$$;

-- Days are those of the organization.
create function app.report_zone() returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.time_zone from report_sessions s, pg_stat_get_activity(pg_backend_pid()) a, tenants t
  where s.pid = a.pid and s.backend_start = a.backend_start and t.id = s.tenant_id
$$;

grant execute on function app.report_tenant(), app.report_member(), app.report_hidden(), app.report_zone() to tl_report;
set local role tl_owner;
revoke create on schema app from tl_auth;

-- visibleTo, as data: the same rules as visibility.service.ts. Of a narrowed instance, its participants.
create policy report on instance_people for select to tl_report
  using (tenant_id = (select app.report_tenant()) and member_id = (select app.report_member()));
create policy report on workflows for select to tl_report
  using (tenant_id = (select app.report_tenant()) and id <> all ((select app.report_hidden())::uuid[]));
create policy report on instances for select to tl_report
  using (tenant_id = (select app.report_tenant()) and workflow_id <> all ((select app.report_hidden())::uuid[])
    and (not narrowed or (select app.report_member()) is null
      or exists (select from instance_people p where p.tenant_id = instances.tenant_id and p.instance_id = instances.id)));
create policy report on tasks for select to tl_report
  using (tenant_id = (select app.report_tenant()) and workflow_id <> all ((select app.report_hidden())::uuid[])
    and (not narrowed or (select app.report_member()) is null
      or exists (select from instance_people p where p.tenant_id = tasks.tenant_id and p.instance_id = tasks.instance_id)));
create policy report on task_answers for select to tl_report
  using (tenant_id = (select app.report_tenant())
    and exists (select from tasks t where t.tenant_id = task_answers.tenant_id and t.id = task_answers.task_id));
create policy report on decisions for select to tl_report
  using (tenant_id = (select app.report_tenant())
    and exists (select from tasks t where t.tenant_id = decisions.tenant_id and t.id = decisions.task_id));
create policy report on effects for select to tl_report
  using (tenant_id = (select app.report_tenant())
    and exists (select from instances i where i.tenant_id = effects.tenant_id and i.id = effects.instance_id));
create policy report on documents for select to tl_report
  using (tenant_id = (select app.report_tenant())
    and (workflow_id is null or (workflow_id <> all ((select app.report_hidden())::uuid[])
      and (not narrowed or (select app.report_member()) is null
        or exists (select from instance_people p where p.tenant_id = documents.tenant_id and p.instance_id = documents.instance_id))))
    and (form_id is null or instance_id is not null or form_id <> all ((select app.report_hidden())::uuid[])));
create policy report on forms for select to tl_report
  using (tenant_id = (select app.report_tenant()) and id <> all ((select app.report_hidden())::uuid[]));
create policy report on form_submissions for select to tl_report
  using (tenant_id = (select app.report_tenant()) and form_id <> all ((select app.report_hidden())::uuid[]));
-- The name of a client belongs to the work it stands in.
create policy report on clients for select to tl_report
  using (tenant_id = (select app.report_tenant()) and exists (
    select from instances i where i.tenant_id = clients.tenant_id and i.client_id = clients.id and i.deleted_at is null));
create policy report on members for select to tl_report using (tenant_id = (select app.report_tenant()));
create policy report on teams for select to tl_report using (tenant_id = (select app.report_tenant()));
create policy report on roles for select to tl_report using (tenant_id = (select app.report_tenant()));

-- No column more than the views and policies read.
grant select (tenant_id, instance_id, member_id) on instance_people to tl_report;
grant select (tenant_id, id, name, prefix, type, status, category, description, step_count, current_version, created_by,
  created_at, deleted_at) on workflows to tl_report;
grant select (tenant_id, id, workflow_id, name, prefix, number, title, description, status, outcome, cancel_reason, priority,
  source, started_by, client_id, tasks_total, tasks_done, due_date, due_sort, created_at, started_at, completed_at, deleted_at,
  narrowed) on instances to tl_report;
grant select (tenant_id, id, instance_id, workflow_id, number, step, round, name, description, task_type, status, outcome,
  priority, assigned_to, team_id, completed_by, review_status, due_date, due_sort, created_at, completed_at, in_trash, narrowed,
  problem) on tasks to tl_report;
grant select (tenant_id, task_id, answers, answered_by, answered_at) on task_answers to tl_report;
grant select (tenant_id, id, task_id, member_id, verdict, comment, at, withdrawn_at) on decisions to tl_report;
grant select (tenant_id, key, instance_id, step, round, tool_id, operation, state, attempts, problem, created_at, updated_at)
  on effects to tl_report;
grant select (tenant_id, id, name, instance_id, task_id, workflow_id, form_id, size, media_type, family, category,
  document_type, status, version_count, uploaded_by, created_at, updated_at, deleted_at, in_trash, narrowed) on documents to tl_report;
grant select (tenant_id, id, title) on forms to tl_report;
grant select (tenant_id, id, form_id, version, receipt, answers, file_count, state, took_seconds, device, received_at)
  on form_submissions to tl_report;
grant select (tenant_id, id, name) on clients to tl_report;
grant select (tenant_id, id, name, email, department, role_id, primary_team_id, status, joined_at) on members to tl_report;
grant select (tenant_id, id, name) on teams to tl_report;
grant select (tenant_id, id, display_name) on roles to tl_report;
