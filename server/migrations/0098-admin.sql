-- An organization's page shows what its people see of their usage, and what needs a look right now.
grant select (industry, size, address, contact_email) on tenants to tl_staff;

create policy staff_numbers on outbox for select to tl_auth using (true);
create policy staff_numbers on plans for select to tl_auth using (true);
create policy staff_numbers on sellers for select to tl_auth using (true);
grant select (tenant_id, created_at) on outbox to tl_auth;
grant select (id, people, storage, runs) on plans to tl_auth;
grant select (id) on sellers to tl_auth;
grant select (status, task_type, in_trash) on tasks to tl_auth;
grant execute on function app.billing_now() to tl_auth;

--! definer_begin

-- As the organization reads it itself: seats, bytes and the runs of this month. Where nothing is sold, Free has no limits.
create function staff.usage_of(p_tenant uuid)
returns table (people bigint, people_limit bigint, storage bigint, storage_limit bigint, runs bigint, runs_limit bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.people, l.people, u.storage, l.storage, u.runs, l.runs
  from tenants t
  left join subscriptions s on s.tenant_id = t.id and s.live
  left join plans l on l.id = s.plan_id
    and (l.id <> '00000000-0000-7000-8000-000000000001' or exists (select from sellers))
  cross join lateral (
    select coalesce(sum(c.n) filter (where c.name = 'members.status'), 0)::bigint as people,
      coalesce(sum(c.n) filter (where c.name = 'storage'), 0)::bigint as storage,
      coalesce(sum(c.n) filter (where c.name = 'runs'), 0)::bigint as runs
    from counters c where c.tenant_id = t.id and (
      (c.name = 'members.status' and c.key in ('active', 'invited', 'suspended')) or (c.name = 'storage' and c.key = 'bytes')
      or (c.name = 'runs' and c.key = to_char(app.billing_now() at time zone t.time_zone, 'YYYY-MM')))) u
  where t.id = p_tenant
$$;

-- Automations that failed and wait for somebody, counted up to a thousand, and since when the oldest duty waits.
create function staff.waiting_of(p_tenant uuid) returns table (automations_stopped int, oldest_duty timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select (select count(*)::int from (select from tasks k where k.tenant_id = p_tenant and k.status = 'failed'
      and k.task_type = 'automated' and not k.in_trash limit 1000) x),
    (select min(o.created_at) from outbox o where o.tenant_id = p_tenant)
$$;

--! definer_end tl_staff
