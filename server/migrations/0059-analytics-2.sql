--! online tasks instances step_runs
-- What a day counts, and what opens as the list of it.
create index concurrently instances_started on instances (tenant_id, workflow_id, started_at)
  include (workflow_version, narrowed) where deleted_at is null;
create index concurrently instances_ended on instances (tenant_id, workflow_id, completed_at)
  where deleted_at is null and completed_at is not null;
create index concurrently instances_running on instances (tenant_id, workflow_id, narrowed, workflow_version)
  include (id, created_at) where deleted_at is null and status in ('pending', 'in_progress', 'failed');
create index concurrently tasks_ended on tasks (tenant_id, workflow_id, completed_at)
  include (instance_id, narrowed, task_type, status) where completed_at is not null and not in_trash;
create index concurrently tasks_waiting on tasks (tenant_id, workflow_id, narrowed, task_type, due_sort)
  include (instance_id, created_at) where status in ('pending', 'in_progress', 'review', 'failed') and not in_trash;
create index concurrently step_runs_failed on step_runs (tenant_id, workflow_id, failed_at) where failed_at is not null;
