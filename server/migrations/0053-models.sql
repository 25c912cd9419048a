-- Language models that a workspace connected, and which of them drafts.
create table models (
  tenant_id uuid not null,
  id uuid not null,
  -- As its server calls it.
  name text collate "C" not null check (length(name) between 1 and 200),
  address text collate "C" not null check (length(address) between 1 and 2000),
  drafts boolean not null default false,
  -- The key, sealed with the tenant's data key of this number, for this row.
  sealed bytea not null,
  key_no int not null,
  connected_by uuid not null,
  connected_at timestamptz not null default now(),
  last_called_at timestamptz,
  last_took int,
  last_problem text,
  -- Its server asked not to be called before.
  busy_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, connected_by) references members (tenant_id, id)
);
create unique index models_name on models (tenant_id, address, name);
create unique index models_drafting on models (tenant_id) where drafts;
create index models_key on models (tenant_id, key_no);

--! tenant models
-- What is sealed can be written by the API and read by the worker alone.
grant select (tenant_id, id, name, address, drafts, key_no, connected_by, connected_at, last_called_at, last_took,
  last_problem, busy_until) on models to tl_app;
grant insert, delete, update (drafts) on models to tl_api;
grant select (sealed), update (sealed, key_no, last_called_at, last_took, last_problem, busy_until) on models to tl_worker;
