-- A session alone is not the account: what needs a fresh proof, and the way back from a change of address.
alter table sessions add column confirmed_at timestamptz;
-- Null for those who signed up with Google, or connected it before this was kept.
alter table people add column google_since timestamptz;

-- few rows in verification_strings: those that ended are swept after a week
alter table verification_strings
  drop constraint verification_strings_purpose_check,
  add constraint verification_strings_purpose_check
    check (purpose in ('sign_up', 'reset_password', 'change_email', 'undo_email', 'invitation'));

--! definer_begin

create function auth.confirm_session(p_hash bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update sessions set confirmed_at = now() where token_hash = p_hash and revoked_at is null
$$;

create function auth.is_confirmed(p_hash bytea, p_good_for interval) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from sessions where token_hash = p_hash and revoked_at is null and confirmed_at > now() - p_good_for)
$$;

create function auth.knows_device(p_person uuid, p_hash bytea) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from known_devices where person_id = p_person and hash = p_hash)
$$;

-- With a new password every other link of the person ends, and every sign-in that had got past the old one: whoever had
-- asked for it may be why they changed it. Only the way back to an earlier address stays, whoever chose the password.
create or replace function auth.set_password(p_person uuid, p_password_hash text) returns table (email text)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update verification_strings set used_at = now() where person_id = p_person and used_at is null and purpose <> 'undo_email';
  delete from sign_in_challenges where person_id = p_person;
  update people set password_hash = p_password_hash, password_changed_at = now(), updated_at = now(), version = version + 1
  where id = p_person and deleted_at is null and auth_type not like 'sso\_%'
  returning email
$$;

-- The same for a new address. Workspaces that the person was removed from do not get to know it.
create or replace function auth.set_email(p_person uuid, p_email text) returns table (old_email text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.email into old_email from people p
  where p.id = p_person and p.deleted_at is null and p.auth_type not like 'sso\_%' for update;
  if not found then
    return;
  end if;
  update verification_strings set used_at = now() where person_id = p_person and used_at is null and purpose <> 'undo_email';
  update people set email = p_email, updated_at = now(), version = version + 1 where id = p_person;
  perform auth.sync_person(p_person);
  return next;
end $$;

-- Taken away only from whoever has another way in. No row: nothing was changed.
create or replace function auth.set_google(p_person uuid, p_sub text) returns table (email text)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update people set google_sub = p_sub, google_since = case when p_sub is not null then now() end, updated_at = now(),
    version = version + 1
  where id = p_person and deleted_at is null and auth_type not like 'sso\_%' and (p_sub is not null or password_hash is not null)
  returning email
$$;

-- Before an address comes back to its person: whoever had taken the account over may have invited it into its workspaces,
-- where no two members can have it.
create function auth.uninvite(p_person uuid, p_email text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  one record;
  changed jsonb;
begin
  for one in select m.tenant_id, m.id, m.role_id from person_tenants pt
    join members m on m.tenant_id = pt.tenant_id and m.status = 'invited' and m.email_key = casefold(normalize(p_email, NFKC))
    where pt.person_id = p_person order by m.tenant_id for update of m
  loop
    with gone as (
      delete from team_members tm where tm.tenant_id = one.tenant_id and tm.member_id = one.id returning tm.team_id
    ), changes as (
      select 'team.members' as name, team_id::text as key, -1 as n from gone
      union all values ('members.status', 'invited', -1), ('members.role', one.role_id::text, -1)
    )
    select jsonb_agg(to_jsonb(changes)) into changed from changes;
    perform auth.count_members(one.tenant_id, changed);
    update invitations set state = 'revoked' where tenant_id = one.tenant_id and member_id = one.id and state = 'sent';
    update members set status = 'removed', primary_team_id = null, updated_at = now(), version = version + 1
    where tenant_id = one.tenant_id and id = one.id;
  end loop;
end $$;

-- What came into the account with the change that this string undoes, or in the week before it: ways back made later, a
-- Google account, a second factor, recovery codes, devices, the wish to delete it. A second factor of longer standing
-- stays: a mailbox alone must not take it off.
create function auth.drop_what_came_with(p_hash bytea) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  person uuid;
  made timestamptz;
  since timestamptz;
begin
  select v.person_id, v.created_at, v.created_at - interval '7 days' into strict person, made, since
  from verification_strings v where v.hash = p_hash and v.purpose = 'undo_email';
  update verification_strings set used_at = now() where person_id = person and used_at is null and created_at >= made;
  delete from known_devices where person_id = person and first_seen_at >= since;
  update people set google_sub = null, google_since = null where id = person and google_since >= since;
  -- An account goes 30 days after that was asked for.
  update people set deletes_at = null where id = person and deletes_at >= since + interval '30 days' and deleted_at is null;
  delete from recovery_codes where person_id = person and created_at >= since;
  delete from recovery_codes c using person_secrets x
  where c.person_id = person and x.person_id = person and (x.confirmed_at is null or x.confirmed_at >= since);
  delete from person_secrets where person_id = person and (confirmed_at is null or confirmed_at >= since);
  perform auth.copy_two_factor(person);
end $$;

--! definer_end tl_identity
