-- What a connection may do at a time, what keeps its calls back, and the secret that it had before.
-- few rows in integrations: people connect tools one by one, 500 at most for a workspace
alter table integrations
  add column max_at_once int not null default 10 check (max_at_once between 1 and 100),
  add column max_per_minute int not null default 120 check (max_per_minute between 1 and 6000),
  -- Calls that failed in a row. After five, none is made until `paused_until`, and then one alone.
  add column failures int not null default 0,
  add column paused_until timestamptz,
  -- Since when its sign-in is refused: its calls are held until somebody reconnects it.
  add column signed_out_at timestamptz,
  add column signed_out_text text,
  add column admins_told_at timestamptz,
  -- Held calls are to be made again.
  add column release_from timestamptz,
  add column tested_at timestamptz,
  -- How long its last calls took, in ms, the newest last.
  add column recent_ms int[] not null default '{}',
  add column rotated_at timestamptz,
  -- Since when calls with the newest secret have worked, while an older one is kept beside it.
  add column worked_since timestamptz,
  -- It was disconnected; its secret goes when the last call has ended.
  add column ending_at timestamptz;
grant update on integrations to tl_app;
grant delete on integrations to tl_worker;

alter table connection_secrets add column previous bytea, add column previous_key_no int;
grant select (previous_key_no) on connection_secrets to tl_app;
grant select (previous), update (previous, previous_key_no), delete on connection_secrets to tl_worker;

-- Calls under way, and those of the last minute.
create table connection_calls (
  tenant_id uuid not null,
  integration_id uuid not null,
  id uuid not null,
  began_at timestamptz not null,
  -- When it has ended for certain, whatever became of the worker that made it.
  ends_by timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, integration_id, id),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id)
);

-- How many calls were made on a day, and how many of them failed.
create table connection_days (
  tenant_id uuid not null,
  integration_id uuid not null,
  day date not null,
  calls int not null,
  failed int not null,
  primary key (tenant_id, integration_id, day),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id)
);

--! tenant connection_calls connection_days
grant select, insert, update, delete on connection_calls, connection_days to tl_app;

-- By which connection a call was made, and what it called.
alter table effects add column integration_id uuid, add column operation text;

-- A configuration that is tested before it is kept: sealed, opened by the worker alone, gone with the answer.
alter table test_calls add column sealed bytea;
revoke select on test_calls from tl_app;
grant select (tenant_id, member_id, id, call, answer, created_at) on test_calls to tl_app;
grant select (sealed), update (sealed) on test_calls to tl_worker;
