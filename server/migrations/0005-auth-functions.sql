-- Before a tenant is known, only these answer, each by an exact hash, key or id, one row at a time: nothing can be listed.
-- They belong to tl_auth, whose policies reach just the tables they need. Expiry is judged by the database's clock.
--! definer_begin

-- Whether the invited are still awaited: neither removed nor joined, and not every invitation to them revoked.
create function auth.is_awaited(p_tenant uuid, p_member uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from members m
    join invitations i on i.tenant_id = m.tenant_id and i.member_id = m.id and i.state = 'sent'
    where m.tenant_id = p_tenant and m.id = p_member and m.status = 'invited')
$$;

-- What a person changes about themselves stands in the audit of every workspace they belong to.
create function auth.audit_person(p_person uuid, p_act text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into audit_pending (tenant_id, actor_id, act, entity_kind, entity_id)
  select tenant_id, member_id, p_act, 'member', member_id from person_tenants where person_id = p_person
$$;

--! definer_end tl_auth

--! definer_begin

create function auth.session(p_hash bytea, p_host text) returns table (
  session_id uuid, person_id uuid, tenant_id uuid, member_id uuid,
  username text, name text, email text, photo text, auth_type text, is_approved boolean, is_internal boolean,
  tenant_kind text, tenant_name text, tenant_zone text, department text,
  role_name text, role_display_name text, role_rank int, role_builtin boolean, role_permissions text[],
  subscription_active boolean, stale boolean
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, p.id, s.tenant_id, s.member_id, p.username, m.name, p.email, p.photo, p.auth_type, p.is_approved, p.is_internal,
    t.kind, t.name, t.time_zone, m.department, r.name, r.display_name, r.rank, r.builtin, r.permissions,
    exists (select from subscriptions u where u.tenant_id = s.tenant_id and u.live and u.status <> 'lapsed'
      and (u.ends_at is null or u.ends_at > now())),
    s.last_seen_at < now() - interval '5 minutes'
  from sessions s
  join people p on p.id = s.person_id and p.deleted_at is null
  join members m on m.tenant_id = s.tenant_id and m.id = s.member_id and m.status = 'active'
  join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
  join tenants t on t.id = s.tenant_id and t.status <> 'closed'
  where s.token_hash = p_hash and s.host = p_host and s.revoked_at is null and s.idle_end > now() and s.absolute_end > now()
$$;

create function auth.touch_session(p_hash bytea) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update sessions set last_seen_at = now(), idle_end = least(now() + interval '7 days', absolute_end)
  where token_hash = p_hash and last_seen_at < now() - interval '5 minutes'
$$;

create function auth.live_sessions(p_ids uuid[]) returns table (session_id uuid, tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.tenant_id from sessions s
  join people p on p.id = s.person_id and p.deleted_at is null
  join members m on m.tenant_id = s.tenant_id and m.id = s.member_id and m.status = 'active'
  join tenants t on t.id = s.tenant_id and t.status <> 'closed'
  where s.id = any (p_ids) and s.revoked_at is null and s.idle_end > now() and s.absolute_end > now()
$$;

create function auth.person_for_login(p_key text) returns table (person_id uuid, password_hash text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, password_hash from people
  where deleted_at is null and (username_key = casefold(normalize(p_key, NFKC)) or email_key = casefold(normalize(p_key, NFKC)))
$$;

create function auth.person_by_email(p_email text) returns table (person_id uuid, auth_type text, email text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, auth_type, email from people where deleted_at is null and email_key = casefold(normalize(p_email, NFKC))
$$;

create function auth.person_by_google(p_sub text) returns table (person_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from people where deleted_at is null and google_sub = p_sub
$$;

-- The workspace used last, among those that have the person as an active member now. No row: there is none.
create function auth.open_session(p_hash bytea, p_host text, p_person uuid, p_device text, p_address text, p_request text)
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
  insert into sessions (token_hash, host, person_id, tenant_id, member_id, device, idle_end, absolute_end)
  select p_hash, p_host, p_person, tenant_id, member_id, p_device, now() + interval '7 days', now() + interval '30 days' from place
  returning id, tenant_id, member_id
$$;

create function auth.revoke_session(p_hash bytea) returns table (session_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with ended as (
    update sessions set revoked_at = now() where token_hash = p_hash and revoked_at is null returning id, tenant_id, member_id
  ), audited as (
    insert into audit_pending (tenant_id, actor_id, act, entity_kind, entity_id)
    select tenant_id, member_id, 'session.closed', 'member', member_id from ended
  )
  select id from ended
$$;

create function auth.revoke_sessions_of(p_person uuid) returns table (session_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with ended as (
    update sessions set revoked_at = now() where person_id = p_person and revoked_at is null returning id, tenant_id, member_id
  ), audited as (
    insert into audit_pending (tenant_id, actor_id, act, entity_kind, entity_id)
    select tenant_id, member_id, 'session.closed', 'member', member_id from ended
  )
  select id from ended
$$;

create function auth.move_session(p_hash bytea, p_tenant uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update sessions s set tenant_id = pt.tenant_id, member_id = pt.member_id
  from person_tenants pt
  join members m on m.tenant_id = pt.tenant_id and m.id = pt.member_id and m.status = 'active'
  where s.token_hash = p_hash and pt.person_id = s.person_id and pt.tenant_id = p_tenant
$$;

-- Suspended counts: whoever is kept out somewhere is told so, and does not get a workspace of their own instead.
create function auth.belongs_somewhere(p_person uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from person_tenants pt
    join members m on m.tenant_id = pt.tenant_id and m.id = pt.member_id and m.status <> 'removed'
    where pt.person_id = p_person)
$$;

create function auth.create_person(
  p_username text, p_email text, p_name text, p_password_hash text, p_google_sub text, p_auth_type text, p_approved boolean
) returns uuid
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into people (username, email, name, password_hash, google_sub, auth_type, is_approved)
  values (p_username, p_email, p_name, p_password_hash, p_google_sub, p_auth_type, p_approved)
  returning id
$$;

-- A tenant of the person's own, with the built-in roles, the person as owner and a running subscription.
create function auth.create_workspace(
  p_person uuid, p_kind text, p_name text, p_zone text, p_roles jsonb, p_plan text, p_ends_at timestamptz
) returns table (tenant_id uuid, member_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with place as (
    insert into tenants (kind, name, time_zone) values (p_kind, p_name, p_zone) returning id
  ), ranked as (
    insert into roles (tenant_id, name, display_name, rank, builtin)
    select place.id, r.name, r.display_name, r.rank, true
    from place, jsonb_to_recordset(p_roles) as r (name text, display_name text, rank int)
    returning roles.tenant_id, roles.id, roles.rank
  ), owner as (
    insert into members (tenant_id, person_id, name, email, photo, role_id, status, joined_at)
    select ranked.tenant_id, p.id, p.name, p.email, p.photo, ranked.id, 'active', now()
    from ranked, people p where ranked.rank = 0 and p.id = p_person
    returning members.tenant_id, members.id
  ), paid as (
    insert into subscriptions (tenant_id, plan, status, ends_at)
    select place.id, p_plan, case when p_ends_at is null then 'active' else 'trial' end, p_ends_at from place
  )
  insert into person_tenants (person_id, tenant_id, member_id, tenant_name, kind)
  select p_person, owner.tenant_id, owner.id, p_name, p_kind from owner
  returning person_tenants.tenant_id, person_tenants.member_id
$$;

create function auth.put_verification(
  p_hash bytea, p_purpose text, p_email text, p_person uuid, p_good_for interval
) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into verification_strings (hash, purpose, email, person_id, expires_at)
  values (p_hash, p_purpose, p_email, p_person, now() + p_good_for)
$$;

create function auth.check_verification(p_hash bytea) returns table (
  purpose text, email text, organization text, role text, invited_by text, has_account boolean
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select v.purpose, v.email, t.name, r.display_name, by.name,
    exists (select from people p where p.email_key = casefold(normalize(v.email, NFKC)) and p.deleted_at is null)
  from verification_strings v
  left join tenants t on t.id = v.tenant_id
  left join members m on m.tenant_id = v.tenant_id and m.id = v.member_id
  left join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
  left join lateral (
    select inviter.name from invitations i
    join members inviter on inviter.tenant_id = i.tenant_id and inviter.id = i.invited_by
    where i.tenant_id = v.tenant_id and i.member_id = v.member_id order by i.id desc limit 1) by on true
  where v.hash = p_hash and v.used_at is null and v.expires_at > now()
    and (v.purpose <> 'invitation' or auth.is_awaited(v.tenant_id, v.member_id))
$$;

-- Spends the string: the second of two that arrive at once gets no row.
create function auth.use_verification(p_hash bytea, p_purpose text)
returns table (email text, person_id uuid, tenant_id uuid, member_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update verification_strings v set used_at = now()
  where v.hash = p_hash and v.purpose = p_purpose and v.used_at is null and v.expires_at > now()
    and (v.purpose <> 'invitation' or auth.is_awaited(v.tenant_id, v.member_id))
  returning v.email, v.person_id, v.tenant_id, v.member_id
$$;

-- With a new password or address every other link of the person ends: whoever had asked for one may be why they changed it.
create function auth.set_password(p_person uuid, p_password_hash text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update verification_strings set used_at = now() where person_id = p_person and used_at is null;
  with changed as (
    update people set password_hash = p_password_hash, updated_at = now(), version = version + 1
    where id = p_person and auth_type not like 'sso\_%' returning id
  )
  select auth.audit_person(id, 'member.password_changed') from changed
$$;

create function auth.set_email(p_person uuid, p_email text) returns table (old_email text)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update verification_strings set used_at = now() where person_id = p_person and used_at is null;
  select auth.audit_person(p_person, 'member.email_changed');
  with old as (select id, email from people where id = p_person and auth_type not like 'sso\_%' for update),
  moved as (
    update members m set email = p_email, updated_at = now(), version = m.version + 1
    from old join person_tenants pt on pt.person_id = old.id
    where m.tenant_id = pt.tenant_id and m.id = pt.member_id
  )
  update people p set email = p_email, updated_at = now(), version = p.version + 1 from old where p.id = old.id
  returning old.email
$$;

-- Whoever an organisation has invited needs nobody else's approval, also if they had registered before.
create function auth.accept_invitation(p_tenant uuid, p_member uuid, p_person uuid) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with joined as (
    update members m set person_id = p.id, status = 'active', joined_at = now(), updated_at = now(), version = m.version + 1,
      name = case when p.name = '' then m.name else p.name end
    from people p
    where m.tenant_id = p_tenant and m.id = p_member and m.status = 'invited' and p.id = p_person and p.email_key = m.email_key
    returning m.tenant_id, m.id
  ), approved as (
    update people p set is_approved = true, updated_at = now(), version = p.version + 1 from joined
    where p.id = p_person and not p.is_approved
  ), closed as (
    update invitations i set state = 'accepted' from joined where i.tenant_id = joined.tenant_id and i.member_id = joined.id and i.state = 'sent'
  ), audited as (
    insert into audit_pending (tenant_id, actor_id, act, entity_kind, entity_id)
    select tenant_id, id, 'member.joined', 'member', id from joined
  ), listed as (
    insert into person_tenants (person_id, tenant_id, member_id, tenant_name, kind)
    select p_person, joined.tenant_id, joined.id, t.name, t.kind from joined join tenants t on t.id = joined.tenant_id
    -- Whoever was removed and is invited again comes back as a new member.
    on conflict (person_id, tenant_id) do update set member_id = excluded.member_id, last_used_at = now()
    returning 1
  )
  select exists (select from listed)
$$;

create function auth.put_nonce(p_hash bytea, p_good_for interval) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into provider_nonces (hash, expires_at) values (p_hash, now() + p_good_for)
$$;

create function auth.use_nonce(p_hash bytea) returns boolean
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with used as (update provider_nonces set used_at = now() where hash = p_hash and used_at is null and expires_at > now() returning 1)
  select exists (select from used)
$$;


--! definer_end tl_identity

--! definer_begin

-- Sent from inside a tenant: the setting says which, so an invitation can only be for one of its own invited members.
create function auth.put_invitation(p_hash bytea, p_member uuid, p_good_for interval) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into verification_strings (hash, purpose, email, tenant_id, member_id, expires_at)
  select p_hash, 'invitation', m.email, m.tenant_id, m.id, now() + p_good_for from members m
  where m.tenant_id = {{TENANT}} and m.id = p_member and m.status = 'invited'
$$;

--! definer_end tl_app
