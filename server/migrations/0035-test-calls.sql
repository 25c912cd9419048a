-- Test calls of the builder: what a step was to call, and what came of it. Each person has the last few.
create table test_calls (
  tenant_id uuid not null,
  member_id uuid not null,
  id uuid not null,
  -- The step by itself, with sample values for what it reads.
  call jsonb not null,
  -- Null while it is under way.
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, member_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);

--! own test_calls
grant select on test_calls to tl_app;
grant insert, delete on test_calls to tl_api;
grant update (answer) on test_calls to tl_worker;
