--! online messages
-- A list of one family reads its rows however rare they are among the others.
create index concurrently messages_family on messages (tenant_id, member_id, label, family, news_no desc)
  where not needs_you and deleted_at is null and snoozed_until is null;
create index concurrently messages_asking_family on messages (tenant_id, member_id, label, family, due_sort, id)
  where needs_you and deleted_at is null and snoozed_until is null;
