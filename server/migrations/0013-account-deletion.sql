-- The end of an account, 30 days after it was asked for, and of what is past its time.

-- Closing a workspace destroys its keys: what they sealed can be read by nobody any more.
create policy closing on tenant_keys for delete to tl_auth using (true);
create policy closing_seen on tenant_keys for select to tl_auth using (true);
grant select, delete on tenant_keys to tl_auth;

--! definer_begin

create function auth.is_in_organization(p_person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from person_tenants pt
    join members m on m.tenant_id = pt.tenant_id and m.id = pt.member_id and m.status = 'active'
    join tenants t on t.id = pt.tenant_id and t.kind = 'organization' and t.status <> 'closed'
    where pt.person_id = p_person)
$$;

--! definer_end tl_auth

--! definer_begin

-- To the millisecond, as every reader of it can tell. No row: an organisation has the person as an active member.
create function auth.plan_deletion(p_person uuid, p_after interval)
returns table (email text, time_zone text, deletes_at timestamptz, planned boolean)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with old as (select id, people.deletes_at from people where id = p_person and deleted_at is null for update)
  update people p set deletes_at = coalesce(old.deletes_at, date_trunc('milliseconds', now() + p_after))
  from old where p.id = old.id and not auth.is_in_organization(p_person)
  returning p.email, p.time_zone, p.deletes_at, old.deletes_at is null
$$;

create function auth.keep_account(p_person uuid) returns table (email text)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update people set deletes_at = null where id = p_person and deletes_at is not null and deleted_at is null returning email
$$;

-- Whose account goes at exactly this moment: not of whoever changed their mind, nor of whoever asked again since. Whoever
-- joined or made an organisation in the meantime is needed there, and stays.
create function auth.due_for_deletion(p_person uuid, p_at timestamptz) returns table (email text, is_due boolean)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update people set deletes_at = null where id = p_person and deletes_at = p_at and auth.is_in_organization(p_person);
  select email, p_at <= now() from people where id = p_person and deletes_at = p_at and deleted_at is null
$$;

-- What says who it was goes; rows that others point to stay, without a name. Answers the sessions that ended and how many
-- keys were destroyed. No row: it is not to be, or was done before.
create function auth.erase_person(p_person uuid, p_at timestamptz) returns table (session_ids uuid[], keys int)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  nobody text := p_person || '@deleted.invalid';
begin
  perform from people where id = p_person and deletes_at = p_at and p_at <= now() and deleted_at is null for update;
  if not found then return; end if;
  -- A workspace that becomes an organisation at this moment is waited for.
  perform from tenants t join person_tenants pt on pt.tenant_id = t.id where pt.person_id = p_person order by t.id for update of t;
  if auth.is_in_organization(p_person) then return; end if;
  insert into audit_pending (tenant_id, actor_id, act, entity_kind, entity_id)
  select m.tenant_id, m.id, 'member.account_deleted', 'member', m.id from person_tenants pt
  join members m on m.tenant_id = pt.tenant_id and m.id = pt.member_id and m.status <> 'removed' where pt.person_id = p_person;
  perform auth.leave_everywhere(p_person);
  update members m set name = 'Deleted account', email = nobody, photo = null, department = null, person_id = null,
    two_factor = false, status = 'removed', updated_at = now(), version = m.version + 1
  where m.person_id = p_person;
  update tenants t set status = 'closed', name = 'Closed workspace', updated_at = now(), version = t.version + 1
  from person_tenants pt where pt.person_id = p_person and t.id = pt.tenant_id and t.kind = 'personal';
  delete from tenant_keys k using person_tenants pt, tenants t
  where pt.person_id = p_person and t.id = pt.tenant_id and t.kind = 'personal' and k.tenant_id = t.id;
  get diagnostics keys = row_count;
  delete from person_tenants where person_id = p_person;
  delete from verification_strings where person_id = p_person;
  delete from auth_idempotency where actor = p_person::text;
  delete from person_secrets where person_id = p_person;
  delete from recovery_codes where person_id = p_person;
  delete from sign_in_challenges where person_id = p_person;
  delete from known_devices where person_id = p_person;
  update people set username = 'deleted-' || p_person, email = nobody, name = '', photo = null, password_hash = null,
    google_sub = null, deletes_at = null, deleted_at = now(), updated_at = now(), version = version + 1
  where id = p_person;
  with ended as (
    update sessions set revoked_at = coalesce(revoked_at, now()), device = '', address = '', device_hash = null
    where person_id = p_person returning id
  )
  select coalesce(array_agg(id), '{}') into session_ids from ended;
  return next;
end $$;

--! definer_end tl_identity

--! definer_begin

-- Each takes a bounded bite, so that no statement is long.
drop function auth.sweep(int);
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
  delete from sign_in_challenges where hash in (
    select hash from sign_in_challenges where expires_at < now() - interval '1 day' limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  delete from known_devices where (person_id, hash) in (
    select person_id, hash from known_devices where last_seen_at < now() - interval '400 days' limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  delete from idempotency_keys where (tenant_id, actor_id, key) in (
    select tenant_id, actor_id, key from idempotency_keys where created_at < now() - interval '48 hours' limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  delete from auth_idempotency where (actor, key) in (
    select actor, key from auth_idempotency where created_at < now() - interval '48 hours' limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  return total;
end $$;

--! definer_end tl_worker
