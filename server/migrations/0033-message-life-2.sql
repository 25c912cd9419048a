--! online messages
-- What ends: thirty days after it was deleted, or a year after its last news; what still needs somebody does not.
create index concurrently messages_deleted_since on messages (tenant_id, deleted_at)
  where deleted_at is not null and not needs_you;
create index concurrently messages_quiet_since on messages (tenant_id, news_at) where not needs_you;
-- Found by what a link names, whoever it is for.
create index concurrently messages_open_asks on messages (tenant_id, id) where needs_you;
