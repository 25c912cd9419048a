--! online payment_events payments
create index concurrently payment_events_received on payment_events (received_at);
create index concurrently payments_unsettled on payments (tenant_id)
  where kind = 'renewal' and status in ('refunding', 'set_aside');
update payment_events set body = ''
where (provider, event_id) in (select provider, event_id from payment_events where body <> '' limit 1000);
