--! definer_begin

-- As before, and whether the person is approved: who is not hears of nothing but what is addressed to them.
drop function auth.live_sessions(uuid[]);
create function auth.live_sessions(p_ids uuid[])
returns table (session_id uuid, tenant_id uuid, locked_out boolean, is_approved boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.tenant_id, m.status is distinct from 'active', p.is_approved from sessions s
  join people p on p.id = s.person_id and p.deleted_at is null
  join tenants t on t.id = s.tenant_id and t.status <> 'closed'
  left join members m on m.tenant_id = s.tenant_id and m.id = s.member_id
  where s.id = any (p_ids) and s.revoked_at is null and s.idle_end > now() and s.absolute_end > now()
$$;

-- Whether staff asked this address in from the waitlist.
create function auth.is_invited_by_staff(p_email text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from waitlist w
    where w.email_key = casefold(normalize(p_email, NFKC)) and w.invited_at is not null and w.removed_at is null)
$$;

--! definer_end tl_identity

--! definer_begin

-- For staff, too, whose door has no tenant in its settings: the tenant is given.
create function auth.end_queue_asks_of(p_tenant uuid, p_members uuid[]) returns table (member_id uuid, message_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from inboxes b where b.tenant_id = p_tenant and b.member_id = any (p_members) order by b.member_id for no key update;
  return query with asking as (
    select m.member_id, m.id, m.task_id from messages m where m.tenant_id = p_tenant and m.member_id = any (p_members)
      and m.needs_you and m.because = 'queue' and m.deleted_at is null and m.snoozed_until is null
    union all
    select m.member_id, m.id, m.task_id from messages m where m.tenant_id = p_tenant and m.member_id = any (p_members)
      and m.needs_you and m.because = 'queue' and m.deleted_at is null and m.snoozed_until is not null)
  update messages m set needs_you = false, read_at = coalesce(m.read_at, now()), mail_at = null, snoozed_until = null,
    wake_at = null
  from asking a join tasks t on t.tenant_id = p_tenant and t.id = a.task_id
  where m.tenant_id = p_tenant and m.member_id = a.member_id and m.id = a.id
    and not exists (select from team_members q where q.tenant_id = p_tenant and q.team_id = t.team_id
      and q.member_id = a.member_id)
    and not exists (select from members q where q.tenant_id = p_tenant and q.id = a.member_id and q.role_id = t.role_id)
  returning m.member_id, m.id;
end
$$;

create or replace function auth.end_queue_asks(p_members uuid[]) returns table (member_id uuid, message_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.member_id, e.message_id from auth.end_queue_asks_of({{TENANT}}, p_members) e
$$;

-- As before. The lock is waited for, and meanwhile the organization may have changed the role or ended the membership: what
-- the row showed must still hold. Whoever left a queue with their role is not asked any more for what waits in it.
drop function staff.change_role(uuid, uuid, boolean, text, jsonb);
create function staff.change_role(p_tenant uuid, p_member uuid, p_role text, p_admin boolean, p_reason text, p_origin jsonb)
returns table (went text, ended uuid[])
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  was record;
  given record;
begin
  update tenants set access_epoch = access_epoch + 1 where id = p_tenant;
  select m.role_id, m.status, r.rank, r.display_name, case when r.builtin then r.name else 'custom' end as role_name
  into was from members m
  join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
  where m.tenant_id = p_tenant and m.id = p_member for no key update of m;
  went := case
    when not found or was.status not in ('active', 'suspended') or was.role_name <> p_role then 'stale_role'
    when was.rank = 0 and was.status = 'active' and not app.has_other_owner(p_tenant, was.role_id, p_member) then 'last_owner'
    else 'done' end;
  if went <> 'done' then return next; return; end if;
  select r.id, r.rank, r.display_name into given from roles r
  where r.tenant_id = p_tenant and r.name = case when p_admin then 'admin' else 'member' end;
  update members set role_id = given.id, updated_at = now(), version = version + 1
  where tenant_id = p_tenant and id = p_member;
  update team_members set role_rank = given.rank where tenant_id = p_tenant and member_id = p_member;
  -- Inboxes are locked before counters, as everywhere.
  ended := array(select e.message_id from auth.end_queue_asks_of(p_tenant, array[p_member]) e);
  insert into search_pending (tenant_id, kind, entity_id) select p_tenant, 'inbox_message', e from unnest(ended) e;
  insert into counters as c (tenant_id, name, key, slot, n)
  values (p_tenant, 'members.role', least(was.role_id, given.id)::text, (pg_backend_pid() % 16)::smallint,
      case when was.role_id < given.id then -1 else 1 end),
    (p_tenant, 'members.role', greatest(was.role_id, given.id)::text, (pg_backend_pid() % 16)::smallint,
      case when was.role_id < given.id then 1 else -1 end)
  on conflict (tenant_id, name, key, slot) do update set n = c.n + excluded.n;
  insert into events (tenant_id, type, entity_kind, entity_id) values (p_tenant, 'member.role_changed', 'member', p_member);
  insert into audit_pending (tenant_id, act, entity_kind, entity_id, data, request_id)
  values (p_tenant, 'member.role_changed', 'member', p_member,
    jsonb_build_object('before', jsonb_build_object('role', was.display_name), 'after',
      jsonb_build_object('role', given.display_name), 'staff', true, 'reason', p_reason),
    coalesce(p_origin->>'request_id', ''));
  return next;
end $$;

--! definer_end tl_auth

--! definer_begin

-- The open sessions of a person, so that their sockets follow what they may hear.
create function staff.sessions_of(p_person uuid) returns table (session_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id from sessions s
  where s.person_id = p_person and s.revoked_at is null and s.idle_end > now() and s.absolute_end > now()
$$;

-- As before, and besides: what somebody asked for already is no stale row, though the rest of that request has changed it; a
-- role is in the log about its organization, too; `approved_now` is null unless the approval changed; `ended` are messages of
-- the member that ask for nothing any more.
drop function staff.update_user(uuid, int, jsonb, uuid, text, boolean, jsonb);
create function staff.update_user(p_person uuid, p_version int, p_flags jsonb, p_tenant uuid, p_reason text, p_fresh boolean,
  p_origin jsonb) returns table (outcome text, approved_now boolean, role_in uuid, role_of uuid, ended uuid[])
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  me uuid := {{PERSON}};
  was people;
  place record;
  is_admin boolean := false;
  wants_admin boolean := (p_flags->>'is_admin')::boolean;
  wants_internal boolean := (p_flags->>'is_internal')::boolean;
  asks boolean := false;
  before jsonb;
  after jsonb;
  reason jsonb := case when p_reason = '' then '{}' else jsonb_build_object('reason', p_reason) end;
begin
  select * into was from people where id = p_person and deleted_at is null for no key update;
  if not found then outcome := 'not_found'; return next; return; end if;
  select * into place from staff.places(array[p_person], p_tenant);
  if found then is_admin := place.role_name in ('owner', 'admin'); end if;
  before := jsonb_build_object('is_approved', was.is_approved, 'is_admin', is_admin, 'is_internal', was.is_internal,
    'is_beta', was.is_beta, 'is_developer', was.is_developer);
  select jsonb_object_agg(f.key, f.value) into after from jsonb_each(p_flags - 'role') f where f.value <> before->f.key;
  if after is null then outcome := 'unchanged'; return next; return; end if;
  outcome := case
    when p_person = me then 'own_flags'
    when p_version <> was.version and after - 'is_internal' = '{}' and exists (select from internal_asks a
      where a.person_id = p_person and a.wanted = wants_internal and a.asked_by = me and a.asked_at > now() - interval '24 hours')
      then 'asked'
    when p_version <> was.version then 'stale_version'
    when p_tenant is not null and place.tenant_id is null then 'stale_role'
    when p_flags ? 'role' and p_flags->>'role' is distinct from place.role_name then 'stale_role'
    when after ? 'is_admin' and place.kind is distinct from 'organization' then 'personal_workspace'
    when after ?| array['is_admin', 'is_internal'] and p_reason = '' then 'reason_required'
    when wants_internal and not (p_flags->>'is_approved')::boolean then 'not_approved'
    when after ? 'is_internal' and not p_fresh then 'confirmation_required' end;
  if outcome = 'asked' then perform staff.log('person.read', 'person', p_person, '{}', p_origin); end if;
  if outcome is not null then return next; return; end if;

  if after ? 'is_internal' and exists (select from people o join person_secrets s on s.person_id = o.id and s.confirmed_at is not null
    where o.is_internal and o.is_approved and o.deleted_at is null and o.id not in (me, p_person)) then
    if not exists (select from internal_asks a join people o on o.id = a.asked_by
      where a.person_id = p_person and a.wanted = wants_internal and a.asked_by <> me and a.asked_at > now() - interval '24 hours'
        and o.is_internal and o.is_approved and o.deleted_at is null) then
      insert into internal_asks (person_id, wanted, asked_by) values (p_person, wants_internal, me)
      on conflict (person_id) do update set wanted = excluded.wanted, asked_by = excluded.asked_by, asked_at = now();
      perform staff.log('person.internal_asked', 'person', p_person,
        jsonb_build_object('after', jsonb_build_object('is_internal', wants_internal), 'reason', p_reason), p_origin);
      asks := true;
      wants_internal := was.is_internal;
      after := after - 'is_internal';
    end if;
  end if;
  if wants_internal and not (p_flags->>'is_approved')::boolean then outcome := 'not_approved'; return next; return; end if;
  if after = '{}' then outcome := 'asked'; return next; return; end if;

  if after ? 'is_admin' then
    select c.went, c.ended into outcome, ended
    from staff.change_role(place.tenant_id, place.member_id, place.role_name, wants_admin, p_reason, p_origin) c;
    if outcome <> 'done' then return next; return; end if;
    role_in := place.tenant_id;
    role_of := place.member_id;
    perform staff.log('organization.role_changed', 'organization', place.tenant_id,
      jsonb_build_object('person', p_person, 'after', jsonb_build_object('is_admin', wants_admin)) || reason, p_origin);
  end if;
  update people set is_approved = (p_flags->>'is_approved')::boolean, is_internal = wants_internal,
    is_beta = (p_flags->>'is_beta')::boolean, is_developer = (p_flags->>'is_developer')::boolean,
    updated_at = now(), version = version + 1
  where id = p_person;
  if after ? 'is_internal' then delete from internal_asks where person_id = p_person; end if;
  perform staff.log('person.updated', 'person', p_person, jsonb_build_object(
    'before', (select jsonb_object_agg(b.key, b.value) from jsonb_each(before) b where after ? b.key), 'after', after,
    'version', was.version + 1) || reason
    || case when after ? 'is_admin' then jsonb_build_object('organization', place.tenant_id) else '{}' end, p_origin);
  outcome := case when asks then 'asked' else 'done' end;
  approved_now := (after->>'is_approved')::boolean;
  return next;
end $$;

--! definer_end tl_staff
