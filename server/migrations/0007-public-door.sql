--! definer_begin

create function auth.tenant_of_public(p_kind text, p_id uuid) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.tenant_id from public_addresses a where a.kind = p_kind and a.public_id = p_id
$$;

--! definer_end tl_public
