--! online tasks instances
-- Open work in the order in which it is due, with all that says who may see it: what is hidden is passed over in the index.
create index concurrently tasks_open_due on tasks (tenant_id, due_sort, id)
  include (due_date, workflow_id, instance_id, narrowed, status)
  where status in ('pending', 'in_progress', 'review', 'failed') and not in_trash;
create index concurrently instances_open_due on instances (tenant_id, due_sort, id)
  include (due_date, workflow_id, narrowed, status)
  where deleted_at is null and status in ('pending', 'in_progress', 'failed');
-- The same without what they include.
drop index concurrently if exists tasks_open;
drop index concurrently if exists instances_due;
