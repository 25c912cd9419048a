--! online schedule_firings
create index concurrently schedule_firings_started on schedule_firings (tenant_id, schedule_id, nominal_at) where state in ('started', 'late');
create index concurrently schedule_firings_not_started on schedule_firings (tenant_id, schedule_id, nominal_at) where state in ('missed', 'left_out');
