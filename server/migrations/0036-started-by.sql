--! online instances
create index concurrently instances_started_by on instances (tenant_id, started_by, id desc) where deleted_at is null;
