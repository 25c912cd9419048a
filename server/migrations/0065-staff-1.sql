-- The door of staff: columns that hold nothing of a customer's work, and functions that leave a row in the staff log with
-- all they change. The log is the audit chain of an id that is no tenant: docs/decisions/0029.
do $$
begin
  execute format('grant connect on database %I to tl_staff', current_database());
end $$;
create schema staff;
grant usage on schema staff to tl_staff, tl_auth;
grant create on schema staff to tl_auth;
grant usage on schema public to tl_staff;

-- Addresses that joined the waitlist on the landing page, before anybody is known.
create table waitlist (
  reg_id uuid primary key default uuidv7(),
  type text not null check (type in ('waitlist', 'updates')),
  email text not null check (length(email) <= 254),
  email_key text collate "C" generated always as (casefold(normalize(email, NFKC))) stored,
  created_at timestamptz not null default now(),
  asked_at timestamptz not null default now(),
  invited_at timestamptz,
  -- The mail server refused the last invitation.
  bounced_at timestamptz,
  removed_at timestamptz
);
create unique index waitlist_email on waitlist (email_key);
create index waitlist_removed on waitlist (removed_at) where removed_at is not null;

-- Whose internal flag one member of staff wants changed, until another does the same.
create table internal_asks (
  person_id uuid primary key,
  wanted boolean not null,
  asked_by uuid not null,
  asked_at timestamptz not null default now()
);

alter table feedback
  add column resolved_at timestamptz,
  add column resolved_by uuid;

-- How long a session may rest: on the admin host less than elsewhere.
alter table sessions add column idle_seconds int not null default 604800;

--! force waitlist internal_asks
create policy functions on waitlist to tl_auth using (true) with check (true);
create policy functions on internal_asks to tl_auth using (true) with check (true);
create policy resolving on feedback for update to tl_auth using (true) with check (true);
grant select, insert, update, delete on waitlist, internal_asks to tl_auth;
grant update (resolved, resolved_at, resolved_by) on feedback to tl_auth;
grant select (sealed_at, signed_at) on audit_heads to tl_auth;

-- All that staff can read. server/test/staff/staff-columns.ts says the same, and a test compares them.
create policy staff on people for select to tl_staff using (deleted_at is null);
create policy staff on tenants for select to tl_staff using (status <> 'closed');
create policy staff on subscriptions for select to tl_staff using (true);
create policy staff on plans for select to tl_staff using (true);
create policy staff on usage_days for select to tl_staff using (true);
create policy staff on feedback for select to tl_staff using (true);
create policy staff on waitlist for select to tl_staff using (true);
create policy staff on internal_asks for select to tl_staff using (true);
create policy staff on audit_pending for select to tl_staff using (tenant_id = '00000000-0000-7000-8000-000000005aff');
create policy staff on audit_log for select to tl_staff using (tenant_id = '00000000-0000-7000-8000-000000005aff');
create policy staff on outbox to tl_staff using (tenant_id is null) with check (tenant_id is null);

grant select (id, username, username_key, email, email_key, name, is_approved, is_internal, is_beta, is_developer, created_at, version)
  on people to tl_staff;
grant select (id, kind, name, time_zone, status, created_at) on tenants to tl_staff;
grant select (tenant_id, plan, plan_id, status, live, auto_renew, starts_at, ends_at, canceled_at, period_from, period_to)
  on subscriptions to tl_staff;
grant select (id, name, people, storage, runs) on plans to tl_staff;
grant select (tenant_id, day, people, started, ended, late, automations_done, automations_failed, automations_stopped,
  file_bytes, members) on usage_days to tl_staff;
grant select (id, tenant_id, person_id, feedback_type, rating, ease_of_use, recommendation, usefulness, feedback, resolved,
  resolved_at, resolved_by, created_at) on feedback to tl_staff;
grant select (reg_id, type, email, email_key, created_at, invited_at, bounced_at, removed_at) on waitlist to tl_staff;
grant select (person_id, wanted, asked_by, asked_at) on internal_asks to tl_staff;
grant select (id, tenant_id, at, actor_id, act, entity_kind, entity_id, data, request_id, address, device)
  on audit_pending to tl_staff;
grant select (tenant_id, seq, at, actor_id, act, entity_kind, entity_id, data, request_id, address, device, hash)
  on audit_log to tl_staff;
-- Mails are queued with what they tell of; what waits there cannot be read.
grant select (shard, id, aggregate_id, topic), insert (shard, tenant_id, aggregate_id, topic, payload, available_at)
  on outbox to tl_staff;

--! definer_begin

-- Admin or Member, under the rules of the organization: it keeps an owner who acts, and its audit says that staff did it.
create function staff.change_role(p_tenant uuid, p_member uuid, p_admin boolean, p_reason text, p_origin jsonb) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  was record;
  given record;
begin
  update tenants set access_epoch = access_epoch + 1 where id = p_tenant;
  select m.role_id, m.status, r.rank, r.display_name into was from members m
  join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
  where m.tenant_id = p_tenant and m.id = p_member for no key update of m;
  if was.rank = 0 and was.status = 'active' and not exists (
    select from members o where o.tenant_id = p_tenant and o.role_id = was.role_id and o.status = 'active' and o.id <> p_member)
  then return 'last_owner'; end if;
  select r.id, r.rank, r.display_name into given from roles r
  where r.tenant_id = p_tenant and r.name = case when p_admin then 'admin' else 'member' end;
  update members set role_id = given.id, updated_at = now(), version = version + 1
  where tenant_id = p_tenant and id = p_member;
  update team_members set role_rank = given.rank where tenant_id = p_tenant and member_id = p_member;
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
  return 'done';
end $$;

--! definer_end tl_auth

--! definer_begin

-- Checked again in the database, whatever the page let through.
create function staff.log(p_act text, p_kind text, p_id uuid, p_data jsonb, p_origin jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into audit_pending (tenant_id, actor_id, act, entity_kind, entity_id, data, request_id, address, device)
  select '00000000-0000-7000-8000-000000005aff', p.id, p_act, p_kind, p_id, p_data,
    coalesce(p_origin->>'request_id', ''), coalesce(p_origin->>'address', ''), coalesce(p_origin->>'device', '')
  from people p where p.id = {{PERSON}} and p.is_internal and p.is_approved and p.deleted_at is null;
  if not found then raise insufficient_privilege using message = 'only staff work here'; end if;
end $$;

-- Of each person the organization used last, or their own workspace, and what they are there.
create function staff.places(p_people uuid[], p_tenant uuid)
returns table (person_id uuid, tenant_id uuid, member_id uuid, organization text, kind text, role_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select x.person_id, t.id, m.id, t.name, t.kind, case when r.builtin then r.name else 'custom' end
  from unnest(p_people) as x (person_id)
  cross join lateral (
    select pt.tenant_id, pt.member_id from person_tenants pt
    join members here on here.tenant_id = pt.tenant_id and here.id = pt.member_id and here.status in ('active', 'suspended')
    join tenants open on open.id = pt.tenant_id and open.status <> 'closed'
    where pt.person_id = x.person_id and (p_tenant is null or pt.tenant_id = p_tenant)
    order by (pt.kind = 'organization') desc, pt.last_used_at desc, pt.tenant_id limit 1) used
  join tenants t on t.id = used.tenant_id
  join members m on m.tenant_id = used.tenant_id and m.id = used.member_id
  join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
$$;

-- Where somebody's pages may be open, so that they can be told to look again.
create function staff.members_of(p_person uuid) returns table (tenant_id uuid, member_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select pt.tenant_id, pt.member_id from person_tenants pt where pt.person_id = p_person
$$;

-- Whom an organization's owners can be written to at.
create function staff.owners_of(p_tenant uuid) returns table (email text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.email from members m join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
  where m.tenant_id = p_tenant and m.status = 'active' and r.rank = 0
$$;

-- How far an organization's audit chain is sealed and signed.
create function staff.chain_of(p_tenant uuid)
returns table (seq bigint, sealed_at timestamptz, signed_seq bigint, signed_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.seq, h.sealed_at, h.signed_seq, h.signed_at from audit_heads h where h.tenant_id = p_tenant
$$;

-- The five flags of a person; what is as wanted already is no change. Answers how it went and what is to be told.
create function staff.update_user(p_person uuid, p_version int, p_flags jsonb, p_tenant uuid, p_reason text, p_fresh boolean,
  p_origin jsonb) returns table (outcome text, approved_now boolean, role_in uuid, role_of uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  me uuid := {{PERSON}};
  was people;
  place record;
  is_admin boolean := false;
  wants_admin boolean := (p_flags->>'is_admin')::boolean;
  wants_internal boolean := (p_flags->>'is_internal')::boolean;
  asked internal_asks;
  asks boolean := false;
  went text;
  before jsonb;
  after jsonb;
begin
  select * into was from people where id = p_person and deleted_at is null for no key update;
  if not found then return query select 'not_found', false, null::uuid, null::uuid; return; end if;
  select * into place from staff.places(array[p_person], p_tenant);
  if found then is_admin := place.role_name in ('owner', 'admin');
  elsif p_tenant is not null then return query select 'not_found', false, null::uuid, null::uuid; return; end if;
  before := jsonb_build_object('is_approved', was.is_approved, 'is_admin', is_admin, 'is_internal', was.is_internal,
    'is_beta', was.is_beta, 'is_developer', was.is_developer);
  select jsonb_object_agg(f.key, f.value) into after from jsonb_each(p_flags) f where f.value <> before->f.key;
  if after is null then return query select 'unchanged', false, null::uuid, null::uuid; return; end if;
  went := case
    when p_person = me then 'own_flags'
    when p_version <> was.version then 'stale_version'
    when after ? 'is_admin' and place.kind is distinct from 'organization' then 'personal_workspace'
    when after ?| array['is_admin', 'is_internal'] and p_reason = '' then 'reason_required'
    when after ? 'is_internal' and not p_fresh then 'confirmation_required' end;
  if went is not null then return query select went, false, null::uuid, null::uuid; return; end if;

  if after ? 'is_internal' and exists (select from people o join person_secrets s on s.person_id = o.id and s.confirmed_at is not null
    where o.is_internal and o.is_approved and o.deleted_at is null and o.id not in (me, p_person)) then
    select * into asked from internal_asks a
    where a.person_id = p_person and a.wanted = wants_internal and a.asked_by <> me and a.asked_at > now() - interval '24 hours';
    if not found then
      insert into internal_asks (person_id, wanted, asked_by) values (p_person, wants_internal, me)
      on conflict (person_id) do update set wanted = excluded.wanted, asked_by = excluded.asked_by, asked_at = now();
      perform staff.log('person.internal_asked', 'person', p_person,
        jsonb_build_object('after', jsonb_build_object('is_internal', wants_internal), 'reason', p_reason), p_origin);
      asks := true;
      wants_internal := was.is_internal;
      after := after - 'is_internal';
    end if;
  end if;
  if after = '{}' then return query select 'asked', false, null::uuid, null::uuid; return; end if;

  if after ? 'is_admin' then
    if staff.change_role(place.tenant_id, place.member_id, wants_admin, p_reason, p_origin) = 'last_owner' then
      return query select 'last_owner', false, null::uuid, null::uuid; return;
    end if;
  end if;
  update people set is_approved = (p_flags->>'is_approved')::boolean, is_internal = wants_internal,
    is_beta = (p_flags->>'is_beta')::boolean, is_developer = (p_flags->>'is_developer')::boolean,
    updated_at = now(), version = version + 1
  where id = p_person;
  if after ? 'is_internal' then delete from internal_asks where person_id = p_person; end if;
  perform staff.log('person.updated', 'person', p_person, jsonb_build_object(
    'before', (select jsonb_object_agg(b.key, b.value) from jsonb_each(before) b where after ? b.key), 'after', after)
    || case when p_reason = '' then '{}' else jsonb_build_object('reason', p_reason) end
    || case when after ? 'is_admin' then jsonb_build_object('organization', place.tenant_id) else '{}' end, p_origin);
  return query select case when asks then 'asked' else 'done' end, coalesce((after->>'is_approved')::boolean, false),
    case when after ? 'is_admin' then place.tenant_id end, case when after ? 'is_admin' then place.member_id end;
end $$;

-- Whether something changed; null: there is no such row.
create function staff.resolve_feedback(p_id uuid, p_resolved boolean, p_origin jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update feedback set resolved = p_resolved, resolved_at = case when p_resolved then now() end,
    resolved_by = case when p_resolved then {{PERSON}} end
  where id = p_id and resolved <> p_resolved;
  if not found then return (select false from feedback where id = p_id); end if;
  perform staff.log(case when p_resolved then 'feedback.resolved' else 'feedback.reopened' end, 'feedback', p_id, '{}', p_origin);
  return true;
end $$;

create function staff.remove_subscription(p_reg uuid, p_removed boolean, p_origin jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update waitlist set removed_at = case when p_removed then now() end where reg_id = p_reg and (removed_at is null) = p_removed;
  if not found then return (select false from waitlist where reg_id = p_reg); end if;
  perform staff.log(case when p_removed then 'subscription.removed' else 'subscription.restored' end, 'subscription', p_reg, '{}',
    p_origin);
  return true;
end $$;

-- Once in 24 hours for all of staff together. A person with an account needs no link: then none is kept.
create function staff.invite(p_reg uuid, p_hash bytea, p_origin jsonb) returns table (email text, has_account boolean, sent boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  wanted waitlist;
  known boolean;
begin
  select * into wanted from waitlist w where w.reg_id = p_reg and w.removed_at is null for no key update;
  if not found then return; end if;
  known := exists (select from people p where p.email_key = wanted.email_key and p.deleted_at is null);
  if wanted.invited_at > now() - interval '24 hours' then
    return query select wanted.email, known, false;
    return;
  end if;
  update waitlist set invited_at = now(), bounced_at = null where reg_id = p_reg;
  if not known then
    insert into verification_strings (hash, purpose, email, expires_at)
    values (p_hash, 'sign_up', wanted.email, now() + interval '7 days');
  end if;
  perform staff.log('subscription.invited', 'subscription', p_reg, '{}', p_origin);
  return query select wanted.email, known, true;
end $$;

--! definer_end tl_staff

--! definer_begin

-- The same work for an address that is new, known or was removed.
create function auth.join_waitlist(p_email text, p_type text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into waitlist (email, type) values (p_email, p_type)
  on conflict (email_key) do update set asked_at = now(), removed_at = null
$$;

drop function auth.open_session(bytea, text, uuid, text, text, text);
create function auth.open_session(p_hash bytea, p_host text, p_person uuid, p_device text, p_address text, p_request text,
  p_idle int)
returns table (session_id uuid, tenant_id uuid, member_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with place as (
    update person_tenants pt set last_used_at = now()
    where pt.person_id = p_person and pt.tenant_id = (
      select x.tenant_id from person_tenants x
      join members m on m.tenant_id = x.tenant_id and m.id = x.member_id and m.status = 'active'
      join tenants t on t.id = x.tenant_id and t.status <> 'closed'
      where x.person_id = p_person order by x.last_used_at desc limit 1)
    returning pt.tenant_id, pt.member_id
  ), audited as (
    insert into audit_pending (tenant_id, actor_id, act, entity_kind, entity_id, request_id, address, device)
    select tenant_id, member_id, 'session.opened', 'member', member_id, p_request, p_address, p_device from place
  )
  insert into sessions (token_hash, host, person_id, tenant_id, member_id, device, address, idle_seconds, idle_end, absolute_end)
  select p_hash, p_host, p_person, tenant_id, member_id, p_device, p_address, p_idle, now() + make_interval(secs => p_idle),
    now() + interval '30 days'
  from place
  returning id, tenant_id, member_id
$$;

--! definer_end tl_identity

--! definer_begin

-- Called by the worker when the mail server refuses an invitation for good.
create function auth.mark_bounced(p_reg uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update waitlist set bounced_at = now() where reg_id = p_reg
$$;

-- Whom staff removed, after the time in which it could be undone.
create function auth.sweep_waitlist(p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from waitlist where reg_id in (
      select reg_id from waitlist where removed_at < now() - interval '1 day' limit p_limit) returning 1)
  select count(*)::int from gone
$$;

--! definer_end tl_worker

--! definer_begin
create or replace function auth.touch_session(p_hash bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update sessions set last_seen_at = now(), idle_end = least(now() + make_interval(secs => idle_seconds), absolute_end)
  where token_hash = p_hash and last_seen_at < now() - least(interval '5 minutes', make_interval(secs => idle_seconds / 30))
$$;

create or replace function auth.session(p_hash bytea, p_host text) returns table (
  session_id uuid, person_id uuid, tenant_id uuid, member_id uuid,
  username text, name text, email text, photo text, auth_type text, is_approved boolean, is_internal boolean,
  tenant_kind text, tenant_name text, tenant_zone text, department text,
  role_name text, role_display_name text, role_rank int, role_builtin boolean, role_permissions text[],
  subscription_active boolean, stale boolean, two_factor_enabled boolean, require_two_factors boolean, deletes_at timestamptz,
  managers_publish boolean, managers_override boolean, managers_delete boolean
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, p.id, s.tenant_id, s.member_id, p.username, m.name, p.email, p.photo, p.auth_type, p.is_approved, p.is_internal,
    t.kind, t.name, t.time_zone, m.department, r.name, r.display_name, r.rank, r.builtin, r.permissions,
    exists (select from subscriptions u where u.tenant_id = s.tenant_id and u.live and u.status <> 'lapsed'
      and (u.ends_at is null or u.ends_at > now())),
    s.last_seen_at < now() - least(interval '5 minutes', make_interval(secs => s.idle_seconds / 30)),
    exists (select from person_secrets x where x.person_id = p.id and x.confirmed_at is not null), t.require_two_factors, p.deletes_at,
    t.managers_publish, t.managers_override, t.managers_delete
  from sessions s
  join people p on p.id = s.person_id and p.deleted_at is null
  join members m on m.tenant_id = s.tenant_id and m.id = s.member_id and m.status = 'active'
  join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
  join tenants t on t.id = s.tenant_id and t.status <> 'closed'
  where s.token_hash = p_hash and s.host = p_host and s.revoked_at is null and s.idle_end > now() and s.absolute_end > now()
$$;

-- An account that is erased leaves the waitlist too.
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
  delete from internal_asks where person_id = p_person;
  delete from waitlist w using people p where p.id = p_person and w.email_key = p.email_key;
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
