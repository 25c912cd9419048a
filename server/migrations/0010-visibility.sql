-- Who may see which work (inside a workspace): a workflow is open to everyone, or limited to teams and people; an instance
-- can be narrowed to those who take part in it. Designing and running add their own columns to these tables.
create table workflows (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 120),
  name_key text collate "C" generated always as (app.fold(name)) stored,
  visibility text not null default 'everyone' check (visibility in ('everyone', 'limited')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, deleted_by) references members (tenant_id, id)
);
-- Those in the trash too: their instances stay as limited as they were.
create index workflows_limited on workflows (tenant_id, id) where visibility = 'limited';

create table workflow_access (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  workflow_id uuid not null,
  team_id uuid,
  member_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id),
  foreign key (tenant_id, team_id) references teams (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  check (num_nonnulls(team_id, member_id) = 1)
);
create unique index workflow_access_team on workflow_access (tenant_id, workflow_id, team_id) where team_id is not null;
create unique index workflow_access_member on workflow_access (tenant_id, workflow_id, member_id) where member_id is not null;
create index workflow_access_of_team on workflow_access (tenant_id, team_id) where team_id is not null;
create index workflow_access_of_member on workflow_access (tenant_id, member_id) where member_id is not null;

create table instances (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  workflow_id uuid not null,
  name text not null default '',
  narrowed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id),
  foreign key (tenant_id, deleted_by) references members (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 instances
create index instances_page on instances (tenant_id, id desc) where deleted_at is null;
create index instances_workflow on instances (tenant_id, workflow_id, id desc) where deleted_at is null;

create table instance_people (
  tenant_id uuid not null,
  instance_id uuid not null,
  member_id uuid not null,
  primary key (tenant_id, instance_id, member_id),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
) partition by hash (tenant_id);
--! hash16 instance_people
create index instance_people_member on instance_people (tenant_id, member_id, instance_id);

--! tenant workflows workflow_access instances instance_people
grant select, insert, update on workflows, instances to tl_app;
grant select, insert, delete on workflow_access, instance_people to tl_app;
