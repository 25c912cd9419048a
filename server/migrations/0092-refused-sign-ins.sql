-- Refused sign-ins, counted for each organization and day without names.

-- Each refusal is one row, whether or not the name was somebody's: counting it where it happens would take longer for
-- names that exist. A job counts the rows and takes them away within the minute.
create table refused_sign_ins (
  id uuid not null default uuidv7() primary key,
  at timestamptz not null default now(),
  -- Whose account it was, if anybody's.
  person_id uuid
);
create index refused_sign_ins_at on refused_sign_ins (at);

--! force refused_sign_ins
create policy functions on refused_sign_ins to tl_auth using (true) with check (true);
grant select, insert, update, delete on refused_sign_ins to tl_auth;

-- By the day of the organization on which they happened.
create table sign_in_days (
  tenant_id uuid not null,
  day date not null,
  refused int not null,
  primary key (tenant_id, day)
);
--! tenant sign_in_days
grant select on sign_in_days to tl_app;
create policy counting on sign_in_days to tl_auth using (true) with check (true);
grant select, insert, update on sign_in_days to tl_auth;

alter table usage_days add column refused_sign_ins int not null default 0;
grant select (refused_sign_ins) on usage_days to tl_staff;
grant select (closed_day) on roll_ups to tl_auth;

--! definer_begin

create function auth.put_refused_sign_in(p_person uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into refused_sign_ins (person_id) values (p_person)
$$;

--! definer_end tl_identity

--! definer_begin

-- Counts refusals for each organization in which the person is an active member; whether there are more from before.
create function auth.count_refused_sign_ins(p_before timestamptz, p_limit int) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  with taken as (
    delete from refused_sign_ins where id in (
      select id from refused_sign_ins where at < p_before order by at, id limit p_limit for update)
    returning person_id, at)
  insert into sign_in_days as d (tenant_id, day, refused)
  select m.tenant_id, (x.at at time zone t.time_zone)::date, count(*)::int
  from taken x
  join person_tenants p on p.person_id = x.person_id
  join members m on m.tenant_id = p.tenant_id and m.id = p.member_id and m.status = 'active'
  join tenants t on t.id = p.tenant_id and t.status <> 'closed'
  group by 1, 2 order by 1, 2
  on conflict (tenant_id, day) do update set refused = d.refused + excluded.refused;
  return exists (select from refused_sign_ins where at < p_before);
end $$;

-- Tenants with something to count: events since their figures, a task that became overdue, a day with refused sign-ins
-- that has ended, or nothing counted yet.
create or replace function auth.tenants_to_roll_up(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id from tenants t left join roll_ups r on r.tenant_id = t.id
  where t.erased_at is null and (r.tenant_id is null or r.facts_after is not null or r.recount_after is not null
    or r.next_due <= now() or exists (select from events e where e.tenant_id = t.id and e.id > app.uuid_floor(r.read_to))
    or exists (select from sign_in_days s where s.tenant_id = t.id and s.day > coalesce(r.closed_day, '-infinity')
      and s.day < (now() at time zone t.time_zone)::date))
  order by r.as_of nulls first limit p_limit
$$;

--! definer_end tl_worker
