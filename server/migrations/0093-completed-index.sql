--! online instances
-- When instances of a workflow ended, whatever their outcome. 0059 meant to make it, under a name that was taken.
create index concurrently instances_completed on instances (tenant_id, workflow_id, completed_at)
  where deleted_at is null and completed_at is not null;
