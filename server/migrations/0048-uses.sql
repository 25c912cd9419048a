-- By which connections the steps of workflows call. A draft may name one that is not there, or no longer.
create table integration_uses (
  tenant_id uuid not null,
  workflow_id uuid not null,
  place text not null check (place in ('draft', 'published')),
  step text collate "C" not null,
  integration_id uuid not null,
  primary key (tenant_id, workflow_id, place, step),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id)
);
create index integration_uses_connection on integration_uses (tenant_id, integration_id);

--! tenant integration_uses
grant select, insert, delete on integration_uses to tl_app;

alter table integrations add column last_called_at timestamptz, add column last_problem text;
grant update (last_called_at, last_problem) on integrations to tl_worker;
