--! online comment_mentions comments
-- Removed comments used to be kept. Now they are deleted, and those from before go too.
delete from comment_mentions where (tenant_id, comment_id, member_id) in (
  select m.tenant_id, m.comment_id, m.member_id from comment_mentions m
  join comments c on c.tenant_id = m.tenant_id and c.id = m.comment_id where c.deleted_at is not null limit 1000);
delete from comments where (tenant_id, id) in (select tenant_id, id from comments where deleted_at is not null limit 1000);
