-- Repeats of calls: of the first hundred of a day there are rows, as of calls that were not signed.
alter table hook_forgeries add column repeats int not null default 0;

-- As long as files of a call are to be fetched, their addresses are kept, which stand in its body: where it waits for the runs
-- of a new month, that is a month.
grant select (files) on hook_deliveries to tl_auth;

--! definer_begin

-- Calls past their time, and the bodies of younger ones; says how many.
create or replace function auth.sweep_hooks(p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with old as (
    delete from hook_deliveries d using (
      select o.tenant_id, o.id from hook_deliveries o
      where o.at < now() - interval '30 days'
        and (o.at < now() - interval '32 days' or not coalesce(o.files @> '[{"state": "waiting"}]', false))
      order by o.at limit p_limit) x
    where d.tenant_id = x.tenant_id and d.id = x.id returning 1),
  bodies as (
    update hook_deliveries d set body = null, key_no = null from (
      select o.tenant_id, o.id from hook_deliveries o
      where o.body is not null and o.at < now() - interval '7 days' and o.at >= now() - interval '30 days'
        and not coalesce(o.files @> '[{"state": "waiting"}]', false)
      order by o.at limit p_limit) x
    where d.tenant_id = x.tenant_id and d.id = x.id returning 1),
  days as (
    delete from hook_forgeries f using (
      select o.tenant_id, o.hook_id, o.day from hook_forgeries o
      where o.day < current_date - 30 order by o.day limit p_limit) x
    where f.tenant_id = x.tenant_id and f.hook_id = x.hook_id and f.day = x.day returning 1)
  select ((select count(*) from old) + (select count(*) from bodies) + (select count(*) from days))::int
$$;

--! definer_end tl_worker
