--! online tasks instances
-- A day of the calendar counts and orders from the index alone, however much is due on it.
create index concurrently tasks_day on tasks (tenant_id, due_date, due_sort, id)
  include (workflow_id, instance_id, narrowed, status)
  where due_date is not null and not in_trash and status <> 'cancelled';
create index concurrently instances_day on instances (tenant_id, due_date, due_sort, id)
  include (workflow_id, narrowed, status)
  where due_date is not null and deleted_at is null and status <> 'cancelled';
-- Which workflows usually end late.
create index concurrently instances_ended_due on instances (tenant_id, workflow_id, completed_at desc)
  include (due_sort)
  where due_date is not null and deleted_at is null and status = 'completed' and not narrowed;
