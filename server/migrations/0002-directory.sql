-- The directory: who exists, where they belong, how they got in. Global: stays in one database when tenants move out.
create table people (
  id uuid primary key default uuidv7(),
  username text not null check (length(username) between 2 and 64),
  username_key text collate "C" generated always as (casefold(normalize(username, NFKC))) stored,
  email text not null check (length(email) <= 254),
  email_key text collate "C" generated always as (casefold(normalize(email, NFKC))) stored,
  password_hash text,
  google_sub text,
  auth_type text not null default 'custom_individual',
  name text not null default '',
  photo text,
  language text not null default 'en',
  time_zone text not null default 'UTC',
  is_approved boolean not null default true,
  is_internal boolean not null default false,
  is_beta boolean not null default false,
  is_developer boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1,
  deleted_at timestamptz
);
create unique index people_username on people (username_key) where deleted_at is null;
create unique index people_email on people (email_key) where deleted_at is null;
create unique index people_google on people (google_sub) where deleted_at is null;

create table tenants (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('personal', 'organization')),
  name text not null,
  time_zone text not null default 'UTC',
  logo_sha256 bytea,
  cell text not null default 'main',
  status text not null default 'active' check (status in ('active', 'moving', 'closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version int not null default 1
);

create table person_tenants (
  person_id uuid not null,
  tenant_id uuid not null,
  member_id uuid not null,
  tenant_name text not null,
  kind text not null,
  last_used_at timestamptz not null default now(),
  primary key (person_id, tenant_id)
);

create table sessions (
  token_hash bytea primary key,
  id uuid not null unique default uuidv7(),
  host text not null,
  person_id uuid not null,
  tenant_id uuid not null,
  member_id uuid not null,
  device text not null default '',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  idle_end timestamptz not null,
  absolute_end timestamptz not null,
  revoked_at timestamptz
) with (fillfactor = 70);
create index sessions_person on sessions (person_id, created_at);
create index sessions_cleaning on sessions (absolute_end);

create table verification_strings (
  hash bytea primary key,
  purpose text not null check (purpose in ('sign_up', 'reset_password', 'change_email', 'invitation')),
  email text not null,
  person_id uuid,
  tenant_id uuid,
  member_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index verification_strings_expiry on verification_strings (expires_at);
create index verification_strings_person on verification_strings (person_id) where used_at is null;

create table provider_nonces (
  hash bytea primary key,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index provider_nonces_expiry on provider_nonces (expires_at);

create table auth_idempotency (
  actor text not null,
  key text not null,
  request_hash bytea not null,
  status smallint,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index auth_idempotency_age on auth_idempotency (created_at);

--! force people tenants person_tenants sessions verification_strings provider_nonces auth_idempotency

create policy own on people to tl_app, tl_identity using (id = {{PERSON}}) with check (id = {{PERSON}});
create policy own on tenants to tl_app using (id = {{TENANT}}) with check (id = {{TENANT}});
create policy own on person_tenants for select to tl_app, tl_identity using (person_id = {{PERSON}});
create policy own on sessions for select to tl_app, tl_identity using (person_id = {{PERSON}});
create policy door on auth_idempotency to tl_identity using (true) with check (true);

create policy functions on people to tl_auth using (true) with check (true);
create policy functions on tenants to tl_auth using (true) with check (true);
create policy functions on person_tenants to tl_auth using (true) with check (true);
create policy functions on sessions to tl_auth using (true) with check (true);
create policy functions on verification_strings to tl_auth using (true) with check (true);
create policy functions on provider_nonces to tl_auth using (true) with check (true);

-- Columns that decide rights (flags, hashes, addresses) change only through auth.* functions.
grant select (id, username, email, auth_type, name, photo, language, time_zone, is_approved, is_internal, version)
  on people to tl_app, tl_identity;
grant select on tenants to tl_app;
grant update (name, time_zone, logo_sha256, updated_at, version) on tenants to tl_app;
grant select on person_tenants to tl_app, tl_identity;
grant select (id, person_id, tenant_id, member_id, device, created_at, last_seen_at, absolute_end, revoked_at)
  on sessions to tl_app, tl_identity;
grant select, insert, update, delete on auth_idempotency to tl_identity;
grant select, insert, update, delete on people, tenants, person_tenants, sessions, verification_strings, provider_nonces to tl_auth;

-- Which tenant a published form or website belongs to: all that may be known before its door is opened.
create table public_addresses (
  kind text not null check (kind in ('form', 'website')),
  public_id uuid not null,
  tenant_id uuid not null,
  primary key (kind, public_id)
);
--! force public_addresses
create policy own on public_addresses to tl_app using (tenant_id = {{TENANT}}) with check (tenant_id = {{TENANT}});
create policy functions on public_addresses for select to tl_auth using (true);
grant select, insert, delete on public_addresses to tl_app;
grant select on public_addresses to tl_auth;
