-- What a link and a membership are worth is judged when they are used, not when they were made.

create index verification_strings_person on verification_strings (person_id) where used_at is null;

--! definer_begin

-- The workspace used last, among those that have the person as an active member now. No row: there is none.
create or replace function auth.open_session(p_hash bytea, p_host text, p_person uuid, p_device text, p_address text, p_request text)
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

-- Whether the invited are still awaited: neither removed nor joined, and not every invitation to them revoked.
create function auth.is_awaited(p_tenant uuid, p_member uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from members m
    join invitations i on i.tenant_id = m.tenant_id and i.member_id = m.id and i.state = 'sent'
    where m.tenant_id = p_tenant and m.id = p_member and m.status = 'invited')
$$;

create or replace function auth.check_verification(p_hash bytea) returns table (
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

create or replace function auth.use_verification(p_hash bytea, p_purpose text)
returns table (email text, person_id uuid, tenant_id uuid, member_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update verification_strings v set used_at = now()
  where v.hash = p_hash and v.purpose = p_purpose and v.used_at is null and v.expires_at > now()
    and (v.purpose <> 'invitation' or auth.is_awaited(v.tenant_id, v.member_id))
  returning v.email, v.person_id, v.tenant_id, v.member_id
$$;

-- With a new password or address every other link of the person ends: whoever had asked for one may be why they changed it.
create or replace function auth.set_password(p_person uuid, p_password_hash text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update verification_strings set used_at = now() where person_id = p_person and used_at is null;
  update people set password_hash = p_password_hash, updated_at = now(), version = version + 1
  where id = p_person and auth_type not like 'sso\_%'
$$;

create or replace function auth.set_email(p_person uuid, p_email text) returns table (old_email text)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update verification_strings set used_at = now() where person_id = p_person and used_at is null;
  with old as (select id, email from people where id = p_person and auth_type not like 'sso\_%' for update),
  moved as (update members m set email = p_email, updated_at = now(), version = m.version + 1 from old where m.person_id = old.id)
  update people p set email = p_email, updated_at = now(), version = p.version + 1 from old where p.id = old.id
  returning old.email
$$;

-- Whoever an organisation has invited needs nobody else's approval, also if they had registered before.
create or replace function auth.accept_invitation(p_tenant uuid, p_member uuid, p_person uuid) returns boolean
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
    insert into person_tenants (person_id, tenant_id, member_id, tenant_name, kind, status)
    select p_person, joined.tenant_id, joined.id, t.name, t.kind, 'active' from joined join tenants t on t.id = joined.tenant_id
    returning 1
  )
  select exists (select from listed)
$$;

--! definer_end tl_identity
