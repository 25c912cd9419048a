-- Secrets that HTTP requests send, and which workflows refer to them.
create table integration_secrets (
  tenant_id uuid not null,
  id uuid not null,
  name text collate "C" not null check (name ~ '^[a-z][a-z0-9_-]{0,39}$'),
  hosts text[] not null check (cardinality(hosts) between 1 and 20),
  -- Sealed with the tenant's data key of this number, for this row.
  sealed bytea not null,
  key_no int not null,
  set_by uuid not null,
  set_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, set_by) references members (tenant_id, id)
);
create unique index integration_secrets_name on integration_secrets (tenant_id, name);
create index integration_secrets_key on integration_secrets (tenant_id, key_no);

create table secret_uses (
  tenant_id uuid not null,
  workflow_id uuid not null,
  place text not null check (place in ('draft', 'published')),
  name text collate "C" not null,
  primary key (tenant_id, workflow_id, place, name),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id)
);

--! tenant integration_secrets secret_uses
grant select, insert, delete on secret_uses to tl_app;

-- What is sealed can be written by the API and read by the worker alone.
grant select (tenant_id, id, name, hosts, key_no, set_by, set_at, last_used_at) on integration_secrets to tl_app;
grant insert, delete on integration_secrets to tl_api;
grant update (hosts, sealed, key_no, set_by, set_at) on integration_secrets to tl_api;
grant select (sealed), update (sealed, key_no, last_used_at) on integration_secrets to tl_worker;
