-- Sign-ins to services that a connection acts at: begun in one browser, answered once, then kept with a connection.
create table oauth_grants (
  tenant_id uuid not null,
  id uuid not null,
  tool_id uuid not null,
  member_id uuid not null,
  session_id uuid not null,
  -- Of the browser and of what the provider gives back.
  state_hash bytea not null,
  asked text[] not null,
  begun_at timestamptz not null default now(),
  state text not null default 'begun' check (state in ('begun', 'returned', 'signed_in', 'failed')),
  problem text,
  -- Who signed in there, and what they granted.
  account text,
  granted text[] not null default '{}',
  test jsonb,
  -- What the provider is shown in return for the code, the code, and the tokens; each sealed with the data key of this
  -- number or an older one.
  verifier bytea,
  returned bytea,
  tokens bytea,
  key_no int not null,
  -- Of the access token; nothing once the provider ended the sign-in, and its tokens are gone.
  ends_at timestamptz,
  life_seconds int,
  -- Nobody has decided on it yet: it is swept after an hour.
  integration_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id)
);
create unique index oauth_grants_state on oauth_grants (tenant_id, state_hash);
create unique index oauth_grants_connection on oauth_grants (tenant_id, integration_id);
create index oauth_grants_key on oauth_grants (tenant_id, key_no);
create index oauth_grants_undecided on oauth_grants (begun_at) where integration_id is null;

--! tenant oauth_grants
-- What is sealed can be written by the API and read by the worker alone.
grant select (tenant_id, id, tool_id, member_id, session_id, state_hash, asked, begun_at, state, problem, account, granted,
  test, key_no, ends_at, life_seconds, integration_id) on oauth_grants to tl_app;
grant insert, delete on oauth_grants to tl_api;
grant update (state, problem, verifier, returned, integration_id) on oauth_grants to tl_api;
grant select (verifier, returned, tokens), update (state, problem, account, granted, test, verifier, returned, tokens, key_no,
  ends_at, life_seconds), delete on oauth_grants to tl_worker;

create policy cleaning on oauth_grants for delete to tl_auth using (true);
create policy cleaning_seen on oauth_grants for select to tl_auth using (true);
grant select (tenant_id, id, begun_at, integration_id), delete on oauth_grants to tl_auth;

--! definer_begin

-- Sign-ins that nobody connected with. A bounded bite.
create function auth.sweep_sign_ins(p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone int;
begin
  delete from oauth_grants where (tenant_id, id) in (
    select tenant_id, id from oauth_grants
    where integration_id is null and begun_at < now() - interval '1 hour' limit p_limit);
  get diagnostics gone = row_count;
  return gone;
end $$;

--! definer_end tl_worker
