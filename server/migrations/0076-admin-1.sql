-- Whether an organization keeps an owner who acts for it: one rule for its own people and for staff.
create function app.has_other_owner(p_tenant uuid, p_role uuid, p_member uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from members m
    where m.tenant_id = p_tenant and m.role_id = p_role and m.status = 'active' and m.id <> p_member)
$$;
grant execute on function app.has_other_owner(uuid, uuid, uuid) to tl_app, tl_auth;

--! definer_begin

-- Admin or Member, under the rules of the organization: it keeps an owner who acts, and its audit says that staff did it.
create or replace function staff.change_role(p_tenant uuid, p_member uuid, p_admin boolean, p_reason text, p_origin jsonb) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  was record;
  given record;
begin
  update tenants set access_epoch = access_epoch + 1 where id = p_tenant;
  select m.role_id, m.status, r.rank, r.display_name into was from members m
  join roles r on r.tenant_id = m.tenant_id and r.id = m.role_id
  where m.tenant_id = p_tenant and m.id = p_member for no key update of m;
  if was.rank = 0 and was.status = 'active' and not app.has_other_owner(p_tenant, was.role_id, p_member) then
    return 'last_owner';
  end if;
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
