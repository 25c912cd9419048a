--! online task_drafts search_entries
update task_drafts set id = uuidv7()
where (tenant_id, task_id, member_id) in (select tenant_id, task_id, member_id from task_drafts where id is null limit 1000);
create unique index concurrently task_drafts_id on task_drafts (tenant_id, id);
-- Words and titles of one tenant; the next file says why it is asked for so.
create index concurrently search_entries_found on search_entries using gin ((array[tenant_id]), tsv, title gin_trgm_ops);
