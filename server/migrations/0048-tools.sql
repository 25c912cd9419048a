-- Tools that a workspace added, what can be called of each, and who has connected them.
create table tools (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 80),
  name_key text collate "C" generated always as (app.fold(name)) stored,
  short_description text not null,
  description text not null,
  categories text[] not null,
  api_endpoint text not null,
  tool_url text not null,
  auth_required boolean not null,
  is_paid boolean not null,
  version text not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references members (tenant_id, id)
);
create unique index tools_name on tools (tenant_id, name_key);

create table tool_operations (
  tenant_id uuid not null,
  tool_id uuid not null,
  name text collate "C" not null,
  input_schema jsonb not null,
  output_schema jsonb not null,
  -- What a second call under the same key does: nothing, nothing more than the first, or all of it again.
  repeat text not null check (repeat in ('reads', 'keyed', 'once')),
  primary key (tenant_id, tool_id, name),
  foreign key (tenant_id, tool_id) references tools (tenant_id, id)
);

create table integrations (
  tenant_id uuid not null,
  id uuid not null,
  tool_id uuid not null,
  member_id uuid not null,
  name text not null check (length(name) between 1 and 80),
  name_key text collate "C" generated always as (app.fold(name)) stored,
  usable_by text not null check (usable_by in ('owner', 'everyone')),
  connected_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, tool_id) references tools (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
create unique index integrations_name on integrations (tenant_id, member_id, tool_id, name_key);
create index integrations_tool on integrations (tenant_id, tool_id);

-- What a tool was connected with, whole, sealed with the tenant's data key of this number, for this row.
create table connection_secrets (
  tenant_id uuid not null,
  integration_id uuid not null,
  sealed bytea not null,
  key_no int not null,
  primary key (tenant_id, integration_id),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id)
);
create index connection_secrets_key on connection_secrets (tenant_id, key_no);

--! tenant tools tool_operations integrations connection_secrets
grant select, insert on tools, tool_operations to tl_app;
grant select, insert, delete on integrations to tl_app;

-- What is sealed can be written by the API and read by the worker alone.
grant select (tenant_id, integration_id, key_no) on connection_secrets to tl_app;
grant insert, delete on connection_secrets to tl_api;
grant select (sealed), update (sealed, key_no) on connection_secrets to tl_worker;
