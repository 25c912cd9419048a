--! online instances
-- Restricted instances: few, and looked for among all that a member takes part in.
create index concurrently instances_restricted on instances (tenant_id, id) include (workflow_id, completed_at)
  where narrowed and deleted_at is null;
