-- Keys with which other programs start workflows through the API.

create table api_keys (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 120),
  -- Of the whole key, which is kept nowhere; its last characters are for people to tell keys apart.
  token_hash bytea not null check (length(token_hash) = 32),
  token_end text not null check (length(token_end) <= 8),
  -- What it may start, and nothing else.
  workflow_ids uuid[] not null check (cardinality(workflow_ids) between 1 and 50),
  -- From where; none: from anywhere.
  networks text[] not null default '{}' check (cardinality(networks) <= 20),
  stand_in_kind text check (stand_in_kind in ('member', 'team', 'role')),
  stand_in_id uuid,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  revoked_at timestamptz,
  revoked_by uuid,
  last_used_on date,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references members (tenant_id, id),
  foreign key (tenant_id, revoked_by) references members (tenant_id, id)
);
create unique index api_keys_token on api_keys (token_hash);

-- From where a key was used: a new place is worth a line in the audit log.
create table api_key_networks (
  tenant_id uuid not null,
  key_id uuid not null,
  network text collate "C" not null check (length(network) <= 64),
  first_used_at timestamptz not null default now(),
  primary key (tenant_id, key_id, network),
  foreign key (tenant_id, key_id) references api_keys (tenant_id, id)
);

--! tenant api_keys api_key_networks
grant select, insert, update on api_keys to tl_app;
grant select, insert on api_key_networks to tl_app;

create policy functions on api_keys for select to tl_auth using (true);
grant select (tenant_id, id, name, token_hash, workflow_ids, networks, stand_in_kind, stand_in_id, ends_at, revoked_at)
  on api_keys to tl_auth;

--! definer_begin

-- The key that this is, while it counts.
create function auth.api_key(p_hash bytea) returns table (
  tenant_id uuid, key_id uuid, name text, workflow_ids uuid[], networks text[], stand_in_kind text, stand_in_id uuid,
  subscription_active boolean
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.tenant_id, k.id, k.name, k.workflow_ids, k.networks, k.stand_in_kind, k.stand_in_id,
    exists (select from subscriptions u where u.tenant_id = k.tenant_id and u.live and u.status <> 'lapsed'
      and (u.ends_at is null or u.ends_at > now()))
  from api_keys k
  join tenants t on t.id = k.tenant_id and t.status <> 'closed'
  where k.token_hash = p_hash and k.revoked_at is null and (k.ends_at is null or k.ends_at > now())
$$;

--! definer_end tl_identity
