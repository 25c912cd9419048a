-- Reports of payments are kept for 90 days, by their hash alone: nobody reads what else the provider says of a payer.
alter table payment_events alter column body set default '';

create policy cleaning on payment_events for delete to tl_auth using (true);
create policy cleaning_seen on payment_events for select to tl_auth using (true);
grant select (provider, event_id, received_at), delete on payment_events to tl_auth;

--! definer_begin
-- Reports past their time, a bounded bite. Says how many.
create function auth.sweep_payment_events(p_limit int) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with gone as (
    delete from payment_events e using (
      select o.provider, o.event_id from payment_events o
      where o.received_at < now() - interval '90 days' order by o.received_at limit p_limit) x
    where e.provider = x.provider and e.event_id = x.event_id returning 1)
  select count(*)::int from gone
$$;
--! definer_end tl_worker
