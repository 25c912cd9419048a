--! online held_starts schedule_firings submission_starts
alter table held_starts validate constraint held_starts_source_check;
alter table schedule_firings validate constraint schedule_firings_state_check;
-- What waits for runs begins in the order in which it came, whatever it would start.
create index concurrently held_starts_for_runs on held_starts (tenant_id, id)
  where started_at is null and reason ->> 'code' = 'limit';
create index concurrently submission_starts_for_runs on submission_starts (tenant_id, submission_id)
  where state = 'not_started' and reason ->> 'code' = 'limit';
