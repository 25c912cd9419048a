-- A day ends although nobody does anything any more.

--! definer_begin

-- Tenants with something to count: events since their figures, a task that became overdue, a day with refused sign-ins
-- that has ended, nothing counted yet, or a day that has ended since they were counted, which is once a day. Where nothing
-- happened for a quarter, the longest that figures reach back, no more days are closed until something does.
create or replace function auth.tenants_to_roll_up(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id from tenants t left join roll_ups r on r.tenant_id = t.id
  cross join lateral (select r.tenant_id is null or r.facts_after is not null or r.recount_after is not null
    or r.next_due <= now() or exists (select from events e where e.tenant_id = t.id and e.id > app.uuid_floor(r.read_to))
    or exists (select from sign_in_days s where s.tenant_id = t.id and s.day > coalesce(r.closed_day, '-infinity')
      and s.day < (now() at time zone t.time_zone)::date) as is_new) x
  where t.erased_at is null and (x.is_new
    or (r.as_of at time zone t.time_zone)::date < (now() at time zone t.time_zone)::date
      and (r.as_of at time zone t.time_zone)::date > coalesce(r.closed_day, '-infinity')
      -- Not by `exists`, which may be answered from all events of everybody.
      and (select true from events e where e.tenant_id = t.id and e.id > app.uuid_floor(now() - interval '91 days') limit 1))
  -- Many days end at the same midnight: whoever works is not to wait for that.
  order by x.is_new desc, r.as_of nulls first limit p_limit
$$;

--! definer_end tl_worker
