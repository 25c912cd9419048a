select app.make_plain('task_seats', 'task_people', 'task_answers', 'task_drafts', 'decisions', 'comments', 'comment_mentions');
-- Cleaned before much has changed, so that counts that stop at a bound stay in the index.
alter table task_people set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
