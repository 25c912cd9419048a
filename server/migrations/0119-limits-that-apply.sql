-- Staff read the limits that the organization meets: whether payments are taken is known to the process that asks, and
-- what was sold limits nobody where they are not. A process from before asks without it, as it did.
grant select (seller, is_trial) on plans to tl_auth;

--! definer_begin

drop function staff.usage_of(uuid);

-- As entitlements.service.ts reads them: seats, bytes and the runs of this month, each against its limit.
create function staff.usage_of(p_tenant uuid, p_takes_payments boolean default true)
returns table (people bigint, people_limit bigint, storage bigint, storage_limit bigint, runs bigint, runs_limit bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.people, l.people, u.storage, l.storage, u.runs, l.runs
  from tenants t
  left join subscriptions s on s.tenant_id = t.id and s.live
  left join plans l on l.id = s.plan_id
    and ((p_takes_payments and exists (select from sellers))
      or (l.id <> '00000000-0000-7000-8000-000000000001' and l.seller is null and not l.is_trial))
  cross join lateral (
    select coalesce(sum(c.n) filter (where c.name = 'members.status'), 0)::bigint as people,
      coalesce(sum(c.n) filter (where c.name = 'storage'), 0)::bigint as storage,
      coalesce(sum(c.n) filter (where c.name = 'runs'), 0)::bigint as runs
    from counters c where c.tenant_id = t.id and (
      (c.name = 'members.status' and c.key in ('active', 'invited', 'suspended')) or (c.name = 'storage' and c.key = 'bytes')
      or (c.name = 'runs' and c.key = to_char(app.billing_now() at time zone t.time_zone, 'YYYY-MM')))) u
  where t.id = p_tenant
$$;

--! definer_end tl_staff
