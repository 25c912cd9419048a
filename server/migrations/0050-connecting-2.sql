--! online effects
create index concurrently effects_connection on effects (tenant_id, integration_id, updated_at)
  where integration_id is not null;
create index concurrently effects_held on effects (tenant_id, integration_id, created_at)
  where held_until is not null and integration_id is not null;
