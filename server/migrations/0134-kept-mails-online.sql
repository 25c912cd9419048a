--! online inbound_mails
create index concurrently inbound_mails_kept on inbound_mails (tenant_id, address_id) include (size) where object_key is not null;
