-- Several master keys side by side: what is under an older one is found, moved to the current one, and counted.
create table master_keys (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{1,32}$'),
  first_used_at timestamptz not null default now()
);
--! force master_keys
create policy functions on master_keys to tl_auth using (true) with check (true);
grant select, insert on master_keys to tl_auth;

-- Only the worker wraps a data key again, or removes one that nothing is sealed with any more.
grant update (kek_id, wrapped), delete on tenant_keys to tl_worker;

-- Which master key the newest signed head comes from.
alter table audit_heads add column signed_key text;
grant update (signed_key) on audit_heads to tl_worker;
grant select (signed_key) on audit_heads to tl_auth;

--! definer_begin

-- Since when this master key is the current one.
create function auth.master_key_since(p_id text) returns timestamptz
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into master_keys (id) values (p_id) on conflict do nothing;
  select first_used_at from master_keys where id = p_id
$$;

-- Tenants with a data key under another master key, without one made since, or with more than one; in order of their ids.
create function auth.tenants_with_old_keys(p_kek text, p_made_since timestamptz, p_after uuid, p_limit int)
returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.tenant_id from tenant_keys k where k.tenant_id > p_after group by k.tenant_id
  having bool_or(k.kek_id <> p_kek) or max(k.created_at) < p_made_since or count(*) > 1
  order by k.tenant_id limit p_limit
$$;

-- Tenants whose head was signed under another master key than this one.
create function auth.tenants_with_other_signatures(p_kek text, p_after uuid, p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.tenant_id from audit_heads h
  where h.signed_seq > 0 and h.signed_key is distinct from p_kek and h.tenant_id > p_after order by h.tenant_id limit p_limit
$$;

-- What still needs a master key: by its id, or by the header of what was sealed with a key derived from it. Second
-- factors from before there were several keys begin with the byte 1 and do not say which one they need.
create function auth.left_under(p_kek text, p_header bytea)
returns table (tenant_keys bigint, second_factors bigint, signed_heads bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select (select count(*) from tenant_keys where kek_id = p_kek),
    (select count(*) from person_secrets
     where substr(totp, 1, length(p_header)) = p_header or substr(totp, 1, 1) = '\x01'),
    (select count(*) from audit_heads where signed_seq > 0 and coalesce(signed_key, p_kek) = p_kek)
$$;

--! definer_end tl_worker

--! definer_begin

-- Second factors that were sealed under another header than this one, in order of their people.
create function auth.totps_under_other_keys(p_header bytea, p_after uuid, p_limit int)
returns table (person_id uuid, totp bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.person_id, s.totp from person_secrets s
  where s.person_id > p_after and substr(s.totp, 1, length(p_header)) <> p_header order by s.person_id limit p_limit
$$;

-- Nothing happens where it was set up anew meanwhile.
create function auth.reseal_totp(p_person uuid, p_old bytea, p_new bytea) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with sealed as (update person_secrets set totp = p_new where person_id = p_person and totp = p_old returning 1)
  select exists (select from sealed)
$$;

--! definer_end tl_identity
