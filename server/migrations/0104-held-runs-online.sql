--! online schedule_firings
create index concurrently schedule_firings_held on schedule_firings (tenant_id, schedule_id, nominal_at) where state = 'held';
