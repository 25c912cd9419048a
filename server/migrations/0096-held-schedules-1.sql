-- A run of a schedule for which the plan has no runs left waits beside what webhooks and mail have brought.

alter table held_starts drop constraint held_starts_source_check;
alter table held_starts add constraint held_starts_source_check
  check (source in ('webhook', 'mail', 'schedule')) not valid;

alter table schedule_firings drop constraint schedule_firings_state_check;
alter table schedule_firings add constraint schedule_firings_state_check
  check (state in ('started', 'late', 'held', 'left_out', 'skipped', 'missed')) not valid;
