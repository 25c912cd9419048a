--! online inbound_mails
create index concurrently inbound_mails_held_page on inbound_mails (tenant_id, address_id, received_at, id) where state = 'held';
