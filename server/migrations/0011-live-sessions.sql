-- With the workspace a session is in now: a socket opened in another one is closed.
--! definer_begin

drop function auth.live_sessions(uuid[]);
create function auth.live_sessions(p_ids uuid[]) returns table (session_id uuid, tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.tenant_id from sessions s
  join people p on p.id = s.person_id and p.deleted_at is null
  join members m on m.tenant_id = s.tenant_id and m.id = s.member_id and m.status = 'active'
  join tenants t on t.id = s.tenant_id and t.status <> 'closed'
  where s.id = any (p_ids) and s.revoked_at is null and s.idle_end > now() and s.absolute_end > now()
$$;

--! definer_end tl_identity
