-- Who may connect to the database at all, and when goes what is only kept for a while.

-- Otherwise every role of the cluster may connect, and fill the disk with temporary tables.
do $$
begin
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to tl_api, tl_worker, tl_identity, tl_relay, tl_public, tl_migrator',
    current_database());
end $$;

create policy cleaning on outbox_dead for delete to tl_auth using (true);
create policy cleaning_seen on outbox_dead for select to tl_auth using (true);
create policy cleaning on feedback for delete to tl_auth using (true);
create policy cleaning_seen on feedback for select to tl_auth using (true);
grant select (id, died_at), delete on outbox_dead to tl_auth;
grant select (id, resolved), delete on feedback to tl_auth;

--! definer_begin

-- Duties that were given up: 30 days. Feedback: a year, or two if nobody has dealt with it. Each takes a bounded bite.
create function auth.sweep_leftovers(p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone int;
  total int := 0;
begin
  delete from outbox_dead where id in (
    select id from outbox_dead where died_at < now() - interval '30 days' limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  delete from feedback where id in (
    select id from feedback where resolved and id < app.uuid_floor(now() - interval '1 year') limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  delete from feedback where id in (
    select id from feedback where not resolved and id < app.uuid_floor(now() - interval '2 years') limit p_limit);
  get diagnostics gone = row_count; total := total + gone;
  return total;
end $$;

--! definer_end tl_worker

-- This month's events and those of the twelve before it stay. One month at a time; null: there is none to drop. Everybody
-- who writes an event would wait behind the lock, so it is asked for only briefly.
create function app.drop_old_events() returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '500ms' as $$
declare
  oldest text;
begin
  select c.relname into oldest from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'public.events'::regclass and c.relname ~ '^events_[0-9]{4}_[0-9]{2}$'
    and c.relname::text collate "C" < 'events_' || to_char(now() at time zone 'UTC' - interval '12 months', 'YYYY_MM')
  order by c.relname limit 1;
  if oldest is not null then execute format('drop table public.%I', oldest); end if;
  return oldest;
end $$;
grant execute on function app.drop_old_events() to tl_worker;
