--! online inbound_mails
create index concurrently inbound_mails_started on inbound_mails (tenant_id, address_id, received_at) where state = 'started';
create index concurrently inbound_mails_held on inbound_mails (tenant_id, address_id, received_at) where state = 'held';
