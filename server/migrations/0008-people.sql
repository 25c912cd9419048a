-- The organisation's own words and calendar, members' states and copies that keep their lists short to read.
alter table tenants
  add column industry text not null default 'Technology',
  add column size text not null default '50-100',
  add column website text not null default '',
  add column description text not null default '',
  add column address text not null default '',
  add column contact_email text not null default '',
  add column phone text not null default '',
  add column week_start smallint not null default 1 check (week_start between 1 and 7),
  add column working_days jsonb not null default '[{"day":1,"from":"09:00","to":"17:00"},{"day":2,"from":"09:00","to":"17:00"},{"day":3,"from":"09:00","to":"17:00"},{"day":4,"from":"09:00","to":"17:00"},{"day":5,"from":"09:00","to":"17:00"}]',
  add column holidays jsonb not null default '[]',
  add column require_two_factors boolean not null default false,
  add column admins_see_all boolean not null default false,
  -- Moves with every change of who may see what: what a process remembers about a member is good for one epoch.
  add column access_epoch bigint not null default 0;
grant update (kind, industry, size, website, description, address, contact_email, phone, week_start, working_days, holidays,
  require_two_factors, admins_see_all, access_epoch) on tenants to tl_app;

alter table members
  -- A search finds people by the beginning of the first or of the last name.
  add column last_key text collate "C" generated always as (app.fold(regexp_replace(name, '^.*\s', ''))) stored,
  add column two_factor boolean not null default false,
  add column suspended_at timestamptz;
create index members_status on members (tenant_id, status, name_key, id) where status <> 'removed';
create index members_last on members (tenant_id, last_key collate "C", id) where status <> 'removed';
create index members_address on members (tenant_id, email_key collate "C", id) where status <> 'removed';
create index members_two_factor on members (tenant_id) where two_factor and status = 'active';

-- Copies of what a team's list is ordered by, written by whoever changes the member.
alter table team_members
  add column role_rank int not null default 0,
  add column name_key text collate "C" not null default '';
create index team_members_page on team_members (tenant_id, team_id, role_rank, name_key, member_id);
create index team_members_name on team_members (tenant_id, team_id, name_key, member_id);
grant update on team_members to tl_app;
create policy functions on team_members to tl_auth using (true) with check (true);
create policy functions on counters to tl_auth using (true) with check (true);
grant select, insert, update on team_members, counters to tl_auth;
grant delete on team_members to tl_auth;
-- Joining happens before a tenant is set.
create policy functions on events for insert to tl_auth with check (true);
grant insert on events to tl_auth;

-- Those removed do not stand between the present ones.
drop index members_role;
create index members_role on members (tenant_id, role_id, name_key, id) where status <> 'removed';
create index members_status_role on members (tenant_id, status, role_id, name_key, id) where status <> 'removed';
create index person_tenants_tenant on person_tenants (tenant_id);
create index verification_strings_member on verification_strings (tenant_id, member_id) where used_at is null;

--! definer_begin

drop function auth.put_invitation(bytea, uuid, interval);

-- What stood before this: counts of members by state and role, and the copies that a team's list is ordered by.
insert into counters (tenant_id, name, key, slot, n)
  select tenant_id, 'members.status', status, 0, count(*) from members where status <> 'removed' group by tenant_id, status
  union all
  select tenant_id, 'members.role', role_id::text, 0, count(*) from members where status <> 'removed' group by tenant_id, role_id;
update team_members tm set role_rank = r.rank, name_key = m.name_key
from members m join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
where m.tenant_id = tm.tenant_id and m.id = tm.member_id;

-- Slotted like every counter, and one statement for all: sorted, so that two can never wait for each other.
create function auth.count_members(p_tenant uuid, p_changes jsonb) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into counters (tenant_id, name, key, slot, n)
  select p_tenant, c.name, c.key, (pg_backend_pid() % 16)::smallint, c.n
  from jsonb_to_recordset(p_changes) as c (name text, key text, n bigint)
  order by c.name collate "C", c.key collate "C"
  on conflict (tenant_id, name, key, slot) do update set n = counters.n + excluded.n
$$;

--! definer_end tl_auth

--! definer_begin

-- A person's name, photo and address stand with each of their members too, so that lists ask the directory nothing.
-- Answers in how many teams their place was out of date.
create function auth.sync_person(p_person uuid) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update members m set name = w.name, email = w.email, photo = w.photo, updated_at = now(), version = m.version + 1
  from (
    select x.tenant_id, x.id, case when p.name = '' then x.name else p.name end as name, p.email, p.photo
    from people p
    join person_tenants pt on pt.person_id = p.id
    join members x on x.tenant_id = pt.tenant_id and x.id = pt.member_id and x.status <> 'removed'
    where p.id = p_person) w
  where m.tenant_id = w.tenant_id and m.id = w.id and (m.name, m.email, m.photo) is distinct from (w.name, w.email, w.photo);
  with placed as (
    update team_members tm set name_key = m.name_key
    from person_tenants pt
    join members m on m.tenant_id = pt.tenant_id and m.id = pt.member_id
    where pt.person_id = p_person and tm.tenant_id = m.tenant_id and tm.member_id = m.id and tm.name_key <> m.name_key
    returning 1
  )
  select count(*)::int from placed
$$;

-- For whoever is deleted: out of every workspace and team, with all that is counted.
create function auth.leave_everywhere(p_person uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  one record;
  changed jsonb;
begin
  for one in select m.tenant_id, m.id, m.status, m.role_id from person_tenants pt
    join members m on m.tenant_id = pt.tenant_id and m.id = pt.member_id and m.status <> 'removed'
    where pt.person_id = p_person order by m.tenant_id for update of m
  loop
    with gone as (
      delete from team_members tm where tm.tenant_id = one.tenant_id and tm.member_id = one.id returning tm.team_id
    ), changes as (
      select 'team.members' as name, team_id::text as key, -1 as n from gone
      union all values ('members.status', one.status, -1), ('members.role', one.role_id::text, -1)
    )
    select jsonb_agg(to_jsonb(changes)) into changed from changes;
    perform auth.count_members(one.tenant_id, changed);
    update members set status = 'removed', primary_team_id = null, updated_at = now(), version = version + 1
    where tenant_id = one.tenant_id and id = one.id;
  end loop;
end $$;

-- The workspace used last, other than where the session is. False: there is none.
create function auth.move_session_on(p_hash bytea) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with place as (
    update person_tenants pt set last_used_at = now()
    where (pt.person_id, pt.tenant_id) = (
      select x.person_id, x.tenant_id from sessions s
      join person_tenants x on x.person_id = s.person_id and x.tenant_id <> s.tenant_id
      join members m on m.tenant_id = x.tenant_id and m.id = x.member_id and m.status = 'active'
      join tenants t on t.id = x.tenant_id and t.status <> 'closed'
      where s.token_hash = p_hash order by x.last_used_at desc limit 1)
    returning pt.tenant_id, pt.member_id
  ), moved as (
    update sessions s set tenant_id = place.tenant_id, member_id = place.member_id from place
    where s.token_hash = p_hash and s.revoked_at is null returning 1
  )
  select exists (select from moved)
$$;

--! definer_end tl_identity

--! definer_begin

-- Whoever an organisation has invited needs nobody else's approval, also if they had registered before.
create or replace function auth.accept_invitation(p_tenant uuid, p_member uuid, p_person uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Whoever is being erased at this moment is waited for, and then is nobody who could join.
  perform from people where id = p_person and deleted_at is null for no key update;
  if not found then
    return false;
  end if;
  update members m set person_id = p.id, status = 'active', joined_at = now(), updated_at = now(), version = m.version + 1
  from people p
  where m.tenant_id = p_tenant and m.id = p_member and m.status = 'invited' and p.id = p_person and p.email_key = m.email_key;
  if not found then
    return false;
  end if;
  -- Whoever signed up by the invitation has no name and zone of their own yet.
  update people p set is_approved = true, name = case when p.name = '' then m.name else p.name end,
    time_zone = case when p.name = '' then t.time_zone else p.time_zone end, updated_at = now(), version = p.version + 1
  from members m join tenants t on t.id = m.tenant_id
  where p.id = p_person and m.tenant_id = p_tenant and m.id = p_member and not (p.is_approved and p.name <> '');
  update invitations set state = 'accepted' where tenant_id = p_tenant and member_id = p_member and state = 'sent';
  -- Whoever was removed and is invited again comes back as a new member.
  insert into person_tenants (person_id, tenant_id, member_id, tenant_name, kind)
  select p_person, t.id, p_member, t.name, t.kind from tenants t where t.id = p_tenant
  on conflict (person_id, tenant_id) do update set member_id = excluded.member_id, last_used_at = now();
  perform auth.sync_person(p_person);
  insert into audit_pending (tenant_id, actor_id, act, entity_kind, entity_id, data)
  select p_tenant, m.id, 'member.joined', 'member', m.id, jsonb_build_object('name', m.name)
  from members m where m.tenant_id = p_tenant and m.id = p_member;
  insert into events (tenant_id, type, entity_kind, entity_id, actor_id)
  values (p_tenant, 'member.joined', 'member', p_member, p_member);
  perform auth.count_members(p_tenant, '[{"name": "members.status", "key": "invited", "n": -1},
    {"name": "members.status", "key": "active", "n": 1}]');
  return true;
end $$;

-- A tenant of the person's own, with the built-in roles, the person as owner and a running subscription.
create or replace function auth.create_workspace(
  p_person uuid, p_kind text, p_name text, p_zone text, p_roles jsonb, p_plan text, p_ends_at timestamptz
) returns table (tenant_id uuid, member_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  place uuid;
  owner_role uuid;
  owner uuid;
begin
  insert into tenants (kind, name, time_zone) values (p_kind, p_name, p_zone) returning id into place;
  insert into roles (tenant_id, name, display_name, rank, builtin)
  select place, r.name, r.display_name, r.rank, true
  from jsonb_to_recordset(p_roles) as r (name text, display_name text, rank int);
  select r.id into strict owner_role from roles r where r.tenant_id = place and r.rank = 0;
  insert into members (tenant_id, person_id, name, email, photo, role_id, status, joined_at)
  select place, p.id, p.name, p.email, p.photo, owner_role, 'active', now() from people p
  where p.id = p_person and p.deleted_at is null
  returning id into strict owner;
  insert into subscriptions (tenant_id, plan, status, ends_at)
  values (place, p_plan, case when p_ends_at is null then 'active' else 'trial' end, p_ends_at);
  insert into person_tenants (person_id, tenant_id, member_id, tenant_name, kind)
  values (p_person, place, owner, p_name, p_kind);
  perform auth.sync_person(p_person);
  perform auth.count_members(place, jsonb_build_array(
    jsonb_build_object('name', 'members.status', 'key', 'active', 'n', 1),
    jsonb_build_object('name', 'members.role', 'key', owner_role, 'n', 1)));
  return query select place, owner;
end $$;

--! definer_end tl_identity

--! definer_begin

-- Called from inside a tenant: the setting says which, so each of these reaches its own members and name alone.

-- A new link for each; whatever link the member was sent before ends.
create function auth.put_invitations(p_hashes bytea[], p_members uuid[], p_good_for interval) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update verification_strings set used_at = now()
  where tenant_id = {{TENANT}} and member_id = any (p_members) and used_at is null;
  insert into verification_strings (hash, purpose, email, tenant_id, member_id, expires_at)
  select n.hash, 'invitation', m.email, m.tenant_id, m.id, now() + p_good_for
  from unnest(p_hashes, p_members) as n (hash, member)
  join members m on m.tenant_id = {{TENANT}} and m.id = n.member and m.status = 'invited'
$$;

-- But for the one that asks: whoever leaves goes on with it elsewhere.
create function auth.end_member_sessions(p_member uuid, p_but_for uuid) returns table (session_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update sessions s set revoked_at = now() from members m
  where m.tenant_id = {{TENANT}} and m.id = p_member
    and s.person_id = m.person_id and s.tenant_id = m.tenant_id and s.member_id = m.id
    and s.revoked_at is null and s.id is distinct from p_but_for
  returning s.id
$$;

-- What the switcher of everyone who belongs here shows.
create function auth.sync_tenant() returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update person_tenants pt set tenant_name = t.name, kind = t.kind from tenants t
  where t.id = {{TENANT}} and pt.tenant_id = t.id and (pt.tenant_name, pt.kind) is distinct from (t.name, t.kind)
$$;

--! definer_end tl_app
