--! definer_begin
-- As before, but for workspaces that are closed: nothing is charged for what nobody can reach.
create or replace function auth.subscriptions_due(p_now timestamptz, p_at timestamptz, p_id uuid, p_limit int)
returns table (tenant_id uuid, subscription_id uuid, due_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.tenant_id, s.id, s.next_at from subscriptions s join tenants t on t.id = s.tenant_id and t.status <> 'closed'
  where s.next_at is not null and s.next_at <= p_now and (s.next_at, s.id) > (p_at, p_id)
  order by s.next_at, s.id limit p_limit
$$;
--! definer_end tl_app

-- As before, but for workspaces to which money is owed: the row that says so stays until it was given back.
create or replace function auth.workspaces_to_erase(p_limit int) returns table (tenant_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id from tenants t where t.status = 'closed' and t.erased_at is null
    and (t.kind = 'personal' or t.updated_at <= now() - interval '30 days')
    and not exists (select from payments p where p.tenant_id = t.id and p.status = 'refunding')
  order by random() limit p_limit
$$;
