--! online messages
-- A message by its id alone: whoever indexes it does not know whose it is.
create index concurrently messages_id on messages (tenant_id, id);
