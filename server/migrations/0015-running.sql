-- Running work: instances pinned to a version, what the engine's turns leave behind, tasks and whose they are.

-- The wire names people by their username: it stands with each of their members, like their name.
alter table members
  add column username text,
  add column username_key text collate "C" generated always as (casefold(normalize(username, NFKC))) stored;
create unique index members_username on members (tenant_id, username_key) where status <> 'removed';

--! definer_begin

create or replace function auth.sync_person(p_person uuid) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update members m set name = w.name, email = w.email, photo = w.photo, username = w.username, updated_at = now(),
    version = m.version + 1
  from (
    select x.tenant_id, x.id, case when p.name = '' then x.name else p.name end as name, p.email, p.photo, p.username
    from people p
    join person_tenants pt on pt.person_id = p.id
    join members x on x.tenant_id = pt.tenant_id and x.id = pt.member_id and x.status <> 'removed'
    where p.id = p_person) w
  where m.tenant_id = w.tenant_id and m.id = w.id
    and (m.name, m.email, m.photo, m.username) is distinct from (w.name, w.email, w.photo, w.username);
  with placed as (
    update team_members tm set name_key = m.name_key
    from person_tenants pt
    join members m on m.tenant_id = pt.tenant_id and m.id = pt.member_id
    where pt.person_id = p_person and tm.tenant_id = m.tenant_id and tm.member_id = m.id and tm.name_key <> m.name_key
    returning 1
  )
  select count(*)::int from placed
$$;

-- For whoever is deleted: out of every workspace and team, with all that is counted.
create or replace function auth.leave_everywhere(p_person uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  one record;
  changed jsonb;
begin
  for one in select m.tenant_id, m.id, m.status, m.role_id from person_tenants pt
    join members m on m.tenant_id = pt.tenant_id and m.id = pt.member_id and m.status <> 'removed'
    where pt.person_id = p_person order by m.tenant_id for update of m
  loop
    with gone as (
      delete from team_members tm where tm.tenant_id = one.tenant_id and tm.member_id = one.id returning tm.team_id
    ), changes as (
      select 'team.members' as name, team_id::text as key, -1 as n from gone
      union all values ('members.status', one.status, -1), ('members.role', one.role_id::text, -1)
    )
    select jsonb_agg(to_jsonb(changes)) into changed from changes;
    perform auth.count_members(one.tenant_id, changed);
    update members set status = 'removed', primary_team_id = null, username = null, updated_at = now(), version = version + 1
    where tenant_id = one.tenant_id and id = one.id;
  end loop;
end $$;

--! definer_end tl_identity

create table clients (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 200),
  name_key text collate "C" generated always as (app.fold(name)) stored,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index clients_name on clients (tenant_id, name_key);

-- The number alone, so that its lock is held for one commit and no number is left out.
create table workflow_numbers (
  tenant_id uuid not null,
  workflow_id uuid not null,
  last_instance_number int not null default 0,
  primary key (tenant_id, workflow_id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id)
) with (fillfactor = 50);

alter table instances
  -- Shown together, as INV-12: the prefix of the workflow when it was started.
  add column prefix text not null default '',
  add column prefix_key text collate "C" generated always as (app.fold(prefix)) stored,
  add column number int not null default 0,
  add column workflow_version int not null default 0,
  add column name_key text collate "C" generated always as (app.fold(name)) stored,
  add column title text not null default '' check (length(title) <= 300),
  add column title_key text collate "C" generated always as (app.fold(title)) stored,
  add column description text not null default '' check (length(description) <= 5000),
  add column status text not null default 'pending'
    check (status in ('pending', 'in_progress', 'completed', 'failed', 'cancelled')),
  add column outcome text,
  add column cancel_reason text,
  -- 0 urgent, 1 high, 2 medium, 3 low: the most urgent comes first.
  add column priority smallint not null default 2 check (priority between 0 and 3),
  -- A day in the organisation's zone, and with a time of day also the moment.
  add column due_date date,
  add column due_at timestamptz,
  add column due_sort timestamptz not null default 'infinity',
  add column metadata jsonb not null default '{}' check (pg_column_size(metadata) <= 16384),
  -- What started it: a person, a form, a schedule, another workflow … A key seen before starts nothing.
  add column source text not null default 'person',
  add column source_key text not null default uuidv7()::text,
  add column started_by uuid,
  -- The run of a step that started it, where another workflow did.
  add column parent_id uuid,
  add column parent_step text,
  add column parent_round int,
  add column parent_item int not null default -1,
  add column client_id uuid,
  -- The turn last committed: guards everything the engine writes.
  add column seq int not null default 0,
  add column tasks_total int not null default 0,
  add column tasks_done int not null default 0,
  -- Names of the steps that are open, for lists.
  add column current_steps text[] not null default '{}',
  add column engine_started_at timestamptz,
  -- The engine's own name for the run that carries it: another one, started again after the engine forgot, does nothing.
  add column engine_run text,
  add column started_at timestamptz,
  add column completed_at timestamptz,
  add foreign key (tenant_id, started_by) references members (tenant_id, id),
  add foreign key (tenant_id, parent_id) references instances (tenant_id, id),
  add foreign key (tenant_id, client_id) references clients (tenant_id, id);
create unique index instances_source on instances (tenant_id, source, source_key);
create index instances_status on instances (tenant_id, status, id desc) where deleted_at is null;
create index instances_workflow_status on instances (tenant_id, workflow_id, status, id desc) where deleted_at is null;
create index instances_name on instances (tenant_id, name_key, id) where deleted_at is null;
create index instances_workflow_name on instances (tenant_id, workflow_id, name_key, id) where deleted_at is null;
create index instances_due on instances (tenant_id, due_sort, id)
  where deleted_at is null and status in ('pending', 'in_progress', 'failed');
create index instances_parent on instances (tenant_id, parent_id, parent_step, parent_round) where parent_id is not null;
create index instances_client on instances (tenant_id, client_id, id desc) where deleted_at is null;
-- What somebody types who knows its key.
create index instances_key on instances (tenant_id, prefix_key, number);
create index instances_trash on instances (tenant_id, deleted_at desc, id desc) where deleted_at is not null;
create index instances_old_trash on instances (deleted_at) where deleted_at is not null;
-- How long the last ones of a workflow took.
create index instances_ended on instances (tenant_id, workflow_id, completed_at desc) where status = 'completed';

-- What a turn reads and writes once: variables, lists that for-each steps go through, and the reducer's state.
create table instance_state (
  tenant_id uuid not null,
  instance_id uuid not null,
  variables jsonb not null default '{}',
  lists jsonb not null default '{}',
  state jsonb not null,
  primary key (tenant_id, instance_id),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 instance_state

-- The trace. `events` are those that came in and then those the turn produced itself: a rerun returns the same.
create table instance_turns (
  tenant_id uuid not null,
  instance_id uuid not null,
  seq int not null,
  at timestamptz not null,
  events jsonb not null,
  taken int not null,
  commands jsonb not null,
  changed jsonb not null default '{}',
  committed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, instance_id, seq),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 instance_turns

-- Each time a step was run.
create table step_runs (
  tenant_id uuid not null,
  instance_id uuid not null,
  workflow_id uuid not null,
  step text not null,
  round int not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  outcome text,
  why text,
  code text,
  problem text,
  due_date date,
  due_at timestamptz,
  until timestamptz,
  primary key (tenant_id, instance_id, step, round),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 step_runs
-- How long a step usually takes.
create index step_runs_usual on step_runs (tenant_id, workflow_id, step, closed_at desc) where closed_at is not null;

create table tasks (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  instance_id uuid not null,
  workflow_id uuid not null,
  -- Its place in the instance, shown as INV-12-4.
  number int not null default 0,
  -- Null for a query, which somebody asks beside the steps.
  step text,
  round int not null default 0,
  -- −1 where the step goes through no list.
  item int not null default -1,
  -- Copies of what the instance says: who may see it, and whether it is in the trash.
  narrowed boolean not null default false,
  in_trash boolean not null default false,
  name text not null check (length(name) <= 300),
  name_key text collate "C" generated always as (app.fold(name)) stored,
  description text not null default '',
  task_type text not null check (task_type in ('manual', 'approval', 'automated', 'query')),
  status text not null default 'pending'
    check (status in ('pending', 'in_progress', 'review', 'completed', 'failed', 'cancelled')),
  priority smallint not null default 2 check (priority between 0 and 3),
  due_date date,
  due_at timestamptz,
  due_sort timestamptz not null default 'infinity',
  assigned_to uuid,
  reviewer_id uuid,
  -- A queue that any member of the team, or of the role, may take from.
  team_id uuid,
  role_id uuid,
  outcome text,
  -- Of a task with a reviewer: waits, was passed, or was given back with this to change.
  review_status text check (review_status in ('waiting', 'passed', 'returned')),
  review_comment text,
  -- Of a query: who asked, about which task, and whether that task waits for the answer.
  asked_by uuid,
  about_task uuid,
  blocking boolean not null default false,
  reminded_at timestamptz,
  -- Why an automated one failed, and how often it was tried.
  problem text,
  attempt int not null default 1,
  completed_by uuid,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id),
  foreign key (tenant_id, assigned_to) references members (tenant_id, id),
  foreign key (tenant_id, reviewer_id) references members (tenant_id, id),
  foreign key (tenant_id, completed_by) references members (tenant_id, id),
  foreign key (tenant_id, team_id) references teams (tenant_id, id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id),
  foreign key (tenant_id, asked_by) references members (tenant_id, id),
  foreign key (tenant_id, about_task) references tasks (tenant_id, id),
  check ((task_type = 'query') = (step is null))
) partition by hash (tenant_id);
--! hash16 tasks
create unique index tasks_ticket on tasks (tenant_id, instance_id, step, round, item);
create index tasks_open on tasks (tenant_id, due_sort, id)
  where status in ('pending', 'in_progress', 'review', 'failed') and not in_trash;
create index tasks_status_due on tasks (tenant_id, status, due_sort, id) where not in_trash;
create index tasks_status_priority on tasks (tenant_id, status, priority, due_sort, id) where not in_trash;
create index tasks_status_name on tasks (tenant_id, status, name_key, id) where not in_trash;
create index tasks_status_type on tasks (tenant_id, status, task_type, due_sort, id) where not in_trash;
create index tasks_instance on tasks (tenant_id, instance_id, id);
-- What an instance waits for, however much of it is done.
create index tasks_instance_open on tasks (tenant_id, instance_id, id)
  where status in ('pending', 'in_progress', 'review', 'failed');
create index tasks_about on tasks (tenant_id, about_task, id) where about_task is not null;
create index tasks_team_queue on tasks (tenant_id, team_id, due_sort, id)
  where assigned_to is null and team_id is not null and status in ('pending', 'in_progress', 'review', 'failed') and not in_trash;
create index tasks_role_queue on tasks (tenant_id, role_id, due_sort, id)
  where assigned_to is null and role_id is not null and status in ('pending', 'in_progress', 'review', 'failed') and not in_trash;

-- Whom an approval asks, in order: a person, or a queue of which one member decides.
create table task_seats (
  tenant_id uuid not null,
  task_id uuid not null,
  slot int not null,
  member_id uuid,
  team_id uuid,
  role_id uuid,
  asked boolean not null,
  primary key (tenant_id, task_id, slot),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, team_id) references teams (tenant_id, id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id),
  check (num_nonnulls(member_id, team_id, role_id) = 1)
) partition by hash (tenant_id);
--! hash16 task_seats

-- My work: a row for each member with a part, and copies of what a list is ordered by.
create table task_people (
  tenant_id uuid not null,
  task_id uuid not null,
  part text not null check (part in ('assignee', 'approver', 'reviewer', 'watcher')),
  member_id uuid not null,
  -- False for an approver whose turn has not come.
  asked boolean not null default true,
  status text not null,
  due_sort timestamptz not null default 'infinity',
  priority smallint not null,
  primary key (tenant_id, task_id, part, member_id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 task_people
create index task_people_mine on task_people (tenant_id, member_id, status, due_sort, task_id)
  where part <> 'watcher' and asked;
-- Open work of somebody whose turn has not come: found when another takes it over.
create index task_people_later on task_people (tenant_id, member_id, task_id)
  where part <> 'watcher' and not asked and status in ('pending', 'in_progress', 'review', 'failed');

-- Cleaned before much has changed, so that counts that stop at a bound stay in the index.
do $$
declare
  part text;
begin
  for part in select c.oid::regclass from pg_inherits h join pg_class c on c.oid = h.inhrelid
    where h.inhparent in ('tasks'::regclass, 'task_people'::regclass)
  loop
    execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)', part);
  end loop;
end $$;

create table task_answers (
  tenant_id uuid not null,
  task_id uuid not null,
  answers jsonb not null,
  answered_by uuid,
  answered_at timestamptz not null default now(),
  -- False where the answer came too late to count.
  counted boolean not null default true,
  primary key (tenant_id, task_id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id),
  foreign key (tenant_id, answered_by) references members (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 task_answers

create table task_drafts (
  tenant_id uuid not null,
  task_id uuid not null,
  member_id uuid not null,
  answers jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, task_id, member_id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 task_drafts

create table decisions (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  task_id uuid not null,
  member_id uuid not null,
  slot int not null,
  verdict text not null check (verdict in ('approve', 'reject', 'changes')),
  comment text not null default '',
  at timestamptz not null default now(),
  -- False where the decision came too late to count.
  counted boolean not null default true,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 decisions
create unique index decisions_once on decisions (tenant_id, task_id, slot);

-- What was done outside: the intent before the call, the result after it, once per key.
create table effects (
  tenant_id uuid not null,
  key text not null,
  instance_id uuid not null,
  step text not null,
  round int not null,
  item int not null default -1,
  tool_id text not null,
  state text not null check (state in ('intended', 'done', 'failed', 'unknown')),
  attempts int not null default 0,
  -- What was sent, without what is secret, and each try: at, took (ms), problem.
  input jsonb not null default '{}',
  tries jsonb not null default '[]',
  result jsonb,
  problem text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, key),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 effects
create index effects_run on effects (tenant_id, instance_id, step, round);

-- What people say to each other about a task or an instance; a task's comments name its instance too.
create table comments (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  entity_kind text not null check (entity_kind in ('task', 'instance')),
  entity_id uuid not null,
  instance_id uuid not null,
  author_id uuid,
  content text not null check (length(content) between 1 and 10000),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id),
  foreign key (tenant_id, author_id) references members (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 comments
create index comments_entity on comments (tenant_id, entity_id, id) where deleted_at is null;

create table comment_mentions (
  tenant_id uuid not null,
  comment_id uuid not null,
  member_id uuid not null,
  primary key (tenant_id, comment_id, member_id),
  foreign key (tenant_id, comment_id) references comments (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 comment_mentions

-- Files of an instance, most of them of one of its tasks; the bytes are kept once for each tenant.
create table documents (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 255),
  name_key text collate "C" generated always as (app.fold(name)) stored,
  instance_id uuid,
  task_id uuid,
  workflow_id uuid,
  -- The field of a form it was given as an answer to.
  field_id text,
  sha256 bytea not null,
  size bigint not null,
  media_type text not null,
  uploaded_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id),
  foreign key (tenant_id, sha256) references blobs (tenant_id, sha256),
  foreign key (tenant_id, uploaded_by) references members (tenant_id, id),
  foreign key (tenant_id, deleted_by) references members (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 documents
create index documents_instance on documents (tenant_id, instance_id, id) where deleted_at is null;
create index documents_task on documents (tenant_id, task_id, id) where deleted_at is null;
create index documents_newest on documents (tenant_id, id desc) where deleted_at is null and task_id is not null;

--! tenant clients workflow_numbers instance_state instance_turns step_runs tasks task_seats task_people task_answers task_drafts decisions effects comments comment_mentions documents
grant select, insert on clients, instance_turns, decisions, comment_mentions to tl_app;
grant update (counted) on decisions to tl_app;
grant select, insert, update on workflow_numbers, instance_state, step_runs, tasks, task_answers, effects, comments, documents to tl_app;
grant select, insert, update, delete on task_people, task_drafts, task_seats to tl_app;

-- Whoever deletes an instance for ever, out of the trash, deletes all that belongs to it.
grant delete on workflow_numbers, instances, instance_state, step_runs, tasks, task_seats, task_answers, effects, comments,
  comment_mentions, documents to tl_app;

create policy cleaning on instances for select to tl_auth using (true);
create policy cleaning on tasks for select to tl_auth using (true);
create policy purging on decisions to tl_auth using (tenant_id = {{TENANT}});
create policy purging on instance_turns to tl_auth using (tenant_id = {{TENANT}});
grant select (tenant_id, id, deleted_at) on instances to tl_auth;
grant select (tenant_id, id, instance_id) on tasks to tl_auth;
grant select (tenant_id, task_id), delete on decisions to tl_auth;
grant select (tenant_id, instance_id), delete on instance_turns to tl_auth;

--! definer_begin

-- What is never changed of one instance, only out of the trash, and by the policies only of the tenant that is set.
create function auth.purge_instance_record(p_instance uuid) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  decided int;
  turned int;
begin
  delete from decisions d using tasks t, instances i
  where i.id = p_instance and i.deleted_at is not null and t.tenant_id = i.tenant_id and t.instance_id = i.id
    and d.tenant_id = t.tenant_id and d.task_id = t.id;
  get diagnostics decided = row_count;
  delete from instance_turns u using instances i
  where i.id = p_instance and i.deleted_at is not null and u.tenant_id = i.tenant_id and u.instance_id = i.id;
  get diagnostics turned = row_count;
  return decided + turned;
end $$;

--! definer_end tl_app

--! definer_begin

create or replace function auth.tenants_with_old_trash(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct t.tenant_id from (
    (select teams.tenant_id from teams where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit)
    union all
    (select workflows.tenant_id from workflows where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit)
    union all
    (select templates.tenant_id from templates where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit)
    union all
    (select instances.tenant_id from instances where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit)) t
$$;

--! definer_end tl_worker
