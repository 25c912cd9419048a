-- Whoever acts on an instance plays its turn; the engine keeps what waits and makes the calls, as the rows say.

-- What the engine has to look at, and by when it must have done so. `by` is infinity where only a problem is kept.
create table instance_wants (
  tenant_id uuid not null,
  instance_id uuid not null,
  by timestamptz not null,
  -- How often in a row the engine could not play what was due.
  tries int not null default 0,
  -- Why the instance cannot go on, where a turn of it threw.
  problem text check (length(problem) <= 2000),
  primary key (tenant_id, instance_id),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id)
);
create index instance_wants_by on instance_wants (by);
--! tenant instance_wants
grant select, insert, update, delete on instance_wants to tl_app;

alter table instance_state
  -- The moment of the last turn: the next one is not before it.
  add column turned_at timestamptz,
  -- Put back from a backup after this turn: what it had called since then nobody knows.
  add column restored_seq int;

alter table effects
  -- The attempt of the run that this is about, how often that was tried, and its answer once there is none to come.
  add column attempt int not null default 1,
  add column tried int not null default 0,
  add column answer text;
-- Only the worker reaches out, so nobody else says what was done.
revoke insert, update on effects from tl_app;
grant insert, update on effects to tl_worker;

alter table instances drop column engine_run, drop column engine_started_at;
-- Whatever is decided now counts, or is refused.
alter table decisions drop column counted;
alter table task_answers drop column counted;

create policy reconciling on instance_wants to tl_auth using (true);
create policy restoring on instance_state to tl_auth using (true);
grant select, insert, update (by) on instance_wants to tl_auth;
grant select (tenant_id, instance_id), update (restored_seq) on instance_state to tl_auth;
grant select (seq, status) on instances to tl_auth;

--! definer_begin

-- The next instances that the engine should have looked at; each is given two more minutes.
create function auth.take_overdue_instances(p_limit int) returns table (tenant_id uuid, instance_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update instance_wants w set by = now() + interval '2 minutes'
  from (select o.tenant_id, o.instance_id from instance_wants o where o.by < now() order by o.by limit p_limit
    for update skip locked) late
  where w.tenant_id = late.tenant_id and w.instance_id = late.instance_id
  returning w.tenant_id, w.instance_id
$$;

-- After the database was put back from a backup, before anything runs: how many instances are open.
create function auth.mark_restored() returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
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
