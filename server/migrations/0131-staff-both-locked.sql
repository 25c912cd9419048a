--! definer_begin

-- As before, and besides: both people are locked, in one order, so that two members of staff cannot remove each other at the
-- same moment and leave nobody; who is no longer staff once the lock is theirs changes nothing. The log says of a change that
-- somebody else asked for that it was confirmed.
create or replace function staff.update_user(p_person uuid, p_version int, p_flags jsonb, p_tenant uuid, p_reason text,
  p_fresh boolean, p_origin jsonb) returns table (outcome text, approved_now boolean, role_in uuid, role_of uuid, ended uuid[])
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  me uuid := {{PERSON}};
  was people;
  place record;
  is_admin boolean := false;
  wants_admin boolean := (p_flags->>'is_admin')::boolean;
  wants_internal boolean := (p_flags->>'is_internal')::boolean;
  asks boolean := false;
  confirms boolean := false;
  before jsonb;
  after jsonb;
  reason jsonb := case when p_reason = '' then '{}' else jsonb_build_object('reason', p_reason) end;
begin
  perform from people where id in (p_person, me) order by id for no key update;
  if not exists (select from people where id = me and is_internal and is_approved and deleted_at is null) then
    outcome := 'not_staff'; return next; return;
  end if;
  select * into was from people where id = p_person and deleted_at is null;
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
    confirms := exists (select from internal_asks a join people o on o.id = a.asked_by
      where a.person_id = p_person and a.wanted = wants_internal and a.asked_by <> me and a.asked_at > now() - interval '24 hours'
        and o.is_internal and o.is_approved and o.deleted_at is null);
    if not confirms then
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
    || case when confirms then jsonb_build_object('confirmed', true) else '{}' end
    || case when after ? 'is_admin' then jsonb_build_object('organization', place.tenant_id) else '{}' end, p_origin);
  outcome := case when asks then 'asked' else 'done' end;
  approved_now := (after->>'is_approved')::boolean;
  return next;
end $$;

--! definer_end tl_staff
