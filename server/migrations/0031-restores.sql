-- When the database was put back from a backup, and how far that backup reaches: people are told what is lost.
create table restores (
  restored_at timestamptz primary key default now(),
  reaches timestamptz not null check (reaches <= restored_at)
);
--! force restores
create policy functions on restores to tl_auth using (true) with check (true);
grant select, insert on restores to tl_auth;

drop function auth.mark_restored();

--! definer_begin

-- After the database was put back from a backup, before anything runs: how many instances are open.
create function auth.mark_restored(p_reaches timestamptz) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into restores (reaches) values (p_reaches);
  with open as (
    select i.tenant_id, i.id, i.seq from instances i where i.status in ('pending', 'in_progress', 'failed')),
  marked as (
    update instance_state s set restored_seq = o.seq from open o where s.tenant_id = o.tenant_id and s.instance_id = o.id
    returning 1),
  wanted as (
    insert into instance_wants as w (tenant_id, instance_id, by) select tenant_id, id, now() from open
    on conflict (tenant_id, instance_id) do update set by = excluded.by)
  select count(*) from marked
$$;

--! definer_end tl_worker

--! definer_begin

-- What was done in between is lost. For two weeks everybody is told.
create function auth.last_restore() returns table (lost_from timestamptz, lost_until timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.reaches, r.restored_at from restores r where r.restored_at > now() - interval '14 days'
  order by r.restored_at desc limit 1
$$;

--! definer_end tl_identity
