-- What Schedules call: each takes a bounded bite, so that no statement is long.
create policy cleaning on idempotency_keys for delete to tl_auth using (true);
create policy cleaning_seen on idempotency_keys for select to tl_auth using (true);
create policy cleaning on auth_idempotency for delete to tl_auth using (true);
create policy cleaning_seen on auth_idempotency for select to tl_auth using (true);
create policy cleaning on teams for select to tl_auth using (true);
grant select, delete on idempotency_keys, auth_idempotency to tl_auth;
grant select (tenant_id, deleted_at) on teams to tl_auth;

--! definer_begin

create function auth.sweep(p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone int;
  total int := 0;
begin
  delete from sessions where token_hash in (
    select token_hash from sessions where absolute_end < now() - interval '1 day' limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  delete from verification_strings where hash in (
    select hash from verification_strings where expires_at < now() - interval '7 days' limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  delete from provider_nonces where hash in (
    select hash from provider_nonces where expires_at < now() - interval '1 day' limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  delete from idempotency_keys where (tenant_id, actor_id, key) in (
    select tenant_id, actor_id, key from idempotency_keys where created_at < now() - interval '48 hours' limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  delete from auth_idempotency where (actor, key) in (
    select actor, key from auth_idempotency where created_at < now() - interval '48 hours' limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  return total;
end $$;

-- Which tenants have trash past its time; the rows themselves go through the tenant's own door.
create function auth.tenants_with_old_trash(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct t.tenant_id from (
    select teams.tenant_id from teams where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit) t
$$;

--! definer_end tl_worker
