--! online tasks instances
-- Of a day, what only participants see: few, among however many are due.
create index concurrently tasks_day_narrowed on tasks (tenant_id, due_date, due_sort, id)
  include (workflow_id, instance_id, narrowed, status)
  where narrowed and due_date is not null and not in_trash and status <> 'cancelled';
create index concurrently instances_day_narrowed on instances (tenant_id, due_date, due_sort, id)
  include (workflow_id, narrowed, status)
  where narrowed and due_date is not null and deleted_at is null and status <> 'cancelled';
