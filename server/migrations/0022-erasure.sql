-- A closed workspace is erased: its rows go, of its audit trail only the hashes stay, and the row of the workspace itself
-- remains without what says whose it was. A personal workspace is closed when the account's 30 days are over; any other
-- waits 30 days after it was closed.

alter table tenants add column erased_at timestamptz;

--! definer_begin

-- As before; the username goes from the members too, and links that were asked for by address alone.
create or replace function auth.erase_person(p_person uuid, p_at timestamptz) returns table (session_ids uuid[], keys int)
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
  update members m set name = 'Deleted account', email = nobody, username = null, photo = null, department = null,
    person_id = null, two_factor = false, status = 'removed', updated_at = now(), version = m.version + 1
  where m.person_id = p_person;
  update tenants t set status = 'closed', name = 'Closed workspace', updated_at = now(), version = t.version + 1
  from person_tenants pt where pt.person_id = p_person and t.id = pt.tenant_id and t.kind = 'personal';
  delete from tenant_keys k using person_tenants pt, tenants t
  where pt.person_id = p_person and t.id = pt.tenant_id and t.kind = 'personal' and k.tenant_id = t.id;
  get diagnostics keys = row_count;
  delete from person_tenants where person_id = p_person;
  -- An invitation is the act of an organisation, and ends by itself.
  delete from verification_strings v using people p where p.id = p_person
    and (v.person_id = p.id or (v.purpose <> 'invitation' and lower(v.email) = lower(p.email)));
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

-- Only the owner of the tables can delete from all of them, through the functions below, and row security lets it see
-- closed workspaces alone. Tables made later get this policy by `--! tenant`; a test finds one that lacks it.
create policy erasure on tenants to tl_owner using (status = 'closed');
do $$
declare
  named text;
begin
  for named in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'erasure')
  loop
    execute format('create policy erasure on public.%I to tl_owner '
      'using (tenant_id in (select id from public.tenants where status = ''closed''))', named);
  end loop;
end $$;

-- Every table with rows of a tenant, those that point to others first. What the chain of the audit trail keeps is not
-- among them.
create function auth.erasable_tables() returns table (name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive tables as (
    select c.oid, c.relname::text as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('audit_pending', 'audit_log', 'audit_heads')
  ), pointing as (
    select distinct k.conrelid as child, k.confrelid as parent from pg_constraint k
    join tables c on c.oid = k.conrelid join tables p on p.oid = k.confrelid
    where k.contype = 'f' and k.confdeltype <> 'n' and k.conrelid <> k.confrelid
  ), depths as (
    select oid, 0 as depth from tables
    union
    select p.parent, d.depth + 1 from depths d join pointing p on p.child = d.oid where d.depth < 100
  )
  select t.name from tables t join depths d on d.oid = t.oid group by t.oid, t.name order by max(d.depth), t.name
$$;

-- One bite of a table; says how many rows went. Rows that others of the same table point to wait for those.
create function auth.erase_rows(p_tenant uuid, p_table text, p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  unneeded text;
  gone int;
begin
  if not exists (select from auth.erasable_tables() t where t.name = p_table) then
    raise exception '% has no rows of a tenant that may be erased', p_table;
  end if;
  select coalesce(string_agg(format('and not exists (select from public.%I o where o.tenant_id = $1 and o.%I = x.%I)', p_table,
      (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[2]),
      (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.confkey[2])), ' '), '')
  into unneeded from pg_constraint k
  where k.contype = 'f' and k.conrelid = format('public.%I', p_table)::regclass and k.confrelid = k.conrelid;
  execute format('delete from public.%1$I where tenant_id = $1 and ctid = any (array(
    select x.ctid from public.%1$I x where x.tenant_id = $1 %2$s limit $2))', p_table, unneeded) using p_tenant, p_limit;
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Of a sealed row only its place, its time and the hashes stay: whoever kept the row itself can still show that it is genuine.
create function auth.strip_audit(p_tenant uuid, p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone int;
begin
  update audit_log set actor_id = null, act = 'erased', entity_kind = 'erased', entity_id = null, data = '{}', request_id = '',
    address = '', device = ''
  where tenant_id = p_tenant and seq in (
    select seq from audit_log where tenant_id = p_tenant and act <> 'erased' order by seq limit p_limit);
  get diagnostics gone = row_count;
  return gone;
end $$;

-- Names the tables that still hold something of the workspace. Where there are none, it is erased.
create function auth.finish_erasure(p_tenant uuid) returns text[]
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  named text;
  has_rows boolean;
  remaining text[] := '{}';
begin
  for named in select name from auth.erasable_tables() union all select 'audit_pending' loop
    execute format('select exists (select from public.%I where tenant_id = $1)', named) into has_rows using p_tenant;
    if has_rows then remaining := remaining || named; end if;
  end loop;
  if exists (select from audit_log where tenant_id = p_tenant and act <> 'erased') then remaining := remaining || text 'audit_log'; end if;
  if remaining = '{}' then
    update tenants set name = 'Closed workspace', industry = '', size = '', website = '', description = '', address = '',
      contact_email = '', phone = '', holidays = '[]', working_days = '[]', time_zone = 'UTC', logo_sha256 = null,
      erased_at = coalesce(erased_at, now())
    where id = p_tenant;
  end if;
  return remaining;
end $$;

-- In another order each time: one that takes all the time of a run must not keep those behind it waiting for ever.
create function auth.workspaces_to_erase(p_limit int) returns table (tenant_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from tenants where status = 'closed' and erased_at is null
    and (kind = 'personal' or updated_at <= now() - interval '30 days') order by random() limit p_limit
$$;

grant execute on function auth.erase_rows(uuid, text, int), auth.erasable_tables(), auth.strip_audit(uuid, int),
  auth.finish_erasure(uuid), auth.workspaces_to_erase(int) to tl_worker;
