-- A workspace's people and rights.
create table roles (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  display_name text not null,
  rank int not null,
  -- Built-in roles take their permissions from the product, so that a release can widen them everywhere at once.
  builtin boolean not null default false,
  permissions text[] not null default '{}',
  primary key (tenant_id, id),
  unique (tenant_id, name)
);

create table teams (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 120),
  name_key text collate "C" generated always as (app.fold(name)) stored,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant_id, id)
);
create unique index teams_name on teams (tenant_id, name_key) where deleted_at is null;
create index teams_page on teams (tenant_id, name_key, id) where deleted_at is null;
create index teams_trash on teams (deleted_at) where deleted_at is not null;

create table members (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  person_id uuid,
  name text not null,
  name_key text collate "C" generated always as (app.fold(name)) stored,
  email text not null,
  email_key text collate "C" generated always as (casefold(normalize(email, NFKC))) stored,
  photo text,
  department text,
  role_id uuid not null,
  primary_team_id uuid,
  status text not null check (status in ('invited', 'active', 'suspended', 'removed')),
  joined_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id),
  foreign key (tenant_id, primary_team_id) references teams (tenant_id, id) on delete set null (primary_team_id)
);
create unique index members_person on members (tenant_id, person_id) where person_id is not null and status <> 'removed';
create unique index members_email on members (tenant_id, email_key) where status <> 'removed';
create index members_page on members (tenant_id, name_key, id) where status <> 'removed';
create index members_role on members (tenant_id, role_id, name_key, id);
create index members_primary_team on members (tenant_id, primary_team_id) where primary_team_id is not null;
alter table teams add foreign key (tenant_id, deleted_by) references members (tenant_id, id);

create table team_members (
  tenant_id uuid not null,
  team_id uuid not null,
  member_id uuid not null,
  primary key (tenant_id, team_id, member_id),
  foreign key (tenant_id, team_id) references teams (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
create index team_members_member on team_members (tenant_id, member_id);

create table invitations (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  member_id uuid not null,
  invited_by uuid not null,
  state text not null default 'sent' check (state in ('sent', 'accepted', 'revoked')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, invited_by) references members (tenant_id, id)
);
create index invitations_member on invitations (tenant_id, member_id);

create table subscriptions (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  plan text not null,
  status text not null check (status in ('trial', 'active', 'lapsed')),
  auto_renew boolean not null default true,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  canceled_at timestamptz,
  live boolean not null default true,
  primary key (tenant_id, id)
);
create unique index subscriptions_live on subscriptions (tenant_id) where live;

create table tenant_keys (
  tenant_id uuid not null,
  key_no int not null,
  kek_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key_no)
);

--! tenant roles teams members team_members invitations subscriptions tenant_keys

grant select on roles to tl_app;
grant select, insert, update, delete on teams to tl_app;
grant select, insert, update on members to tl_app;
grant select, insert, delete on team_members to tl_app;
grant select, insert, update on invitations to tl_app;
grant select on subscriptions to tl_app;
grant select, insert on tenant_keys to tl_app;

create policy functions on roles to tl_auth using (true) with check (true);
create policy functions on members to tl_auth using (true) with check (true);
create policy functions on invitations to tl_auth using (true) with check (true);
create policy functions on subscriptions to tl_auth using (true) with check (true);
grant select, insert on roles, subscriptions to tl_auth;
grant select, insert, update on members, invitations to tl_auth;
