-- Schemas and the few functions that policies, keys and partitions lean on.
create schema app;
create schema auth;
grant usage on schema app to tl_app, tl_identity, tl_relay, tl_public, tl_auth;
grant usage on schema auth to tl_app, tl_identity, tl_public, tl_auth;
grant create on schema auth to tl_auth;
grant usage on schema public to tl_app, tl_identity, tl_relay, tl_public, tl_auth;

-- Functions answer to whom they are granted, never to everyone.
alter default privileges revoke execute on functions from public;
set local role tl_auth;
alter default privileges revoke execute on functions from public;
set local role tl_owner;

-- The smallest UUIDv7 of a moment: bounds of partitions by range of id.
create function app.uuid_floor(at timestamptz) returns uuid
language sql immutable strict parallel safe
return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid;
grant execute on function app.uuid_floor(timestamptz) to tl_app, tl_auth;

-- One spelling for keys that people compare without case and accents.
create function app.fold(value text) returns text
language sql immutable strict parallel safe
return casefold(regexp_replace(normalize(left(value, 80), NFKD), '[\u0300-\u036f]', '', 'g'));
grant execute on function app.fold(text) to tl_app, tl_auth;

-- Not even the list of what has been applied is open to anyone but the migrator.
--! force schema_migrations
create policy migrator on schema_migrations to tl_owner using (true) with check (true);
