-- What an organisation keeps to managers and above. By default members may do it, as before.
alter table tenants
  add column managers_publish boolean not null default false,
  add column managers_override boolean not null default false,
  add column managers_delete boolean not null default false;
grant update (managers_publish, managers_override, managers_delete) on tenants to tl_app;

--! definer_begin

drop function auth.session(bytea, text);
create function auth.session(p_hash bytea, p_host text) returns table (
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
    s.last_seen_at < now() - interval '5 minutes',
    exists (select from person_secrets x where x.person_id = p.id and x.confirmed_at is not null), t.require_two_factors, p.deletes_at,
    t.managers_publish, t.managers_override, t.managers_delete
  from sessions s
  join people p on p.id = s.person_id and p.deleted_at is null
  join members m on m.tenant_id = s.tenant_id and m.id = s.member_id and m.status = 'active'
  join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
  join tenants t on t.id = s.tenant_id and t.status <> 'closed'
  where s.token_hash = p_hash and s.host = p_host and s.revoked_at is null and s.idle_end > now() and s.absolute_end > now()
$$;

--! definer_end tl_identity
