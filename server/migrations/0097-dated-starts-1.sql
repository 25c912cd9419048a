-- A start by a person that found no run left begins by itself on a day to come: it waits beside the others.

alter table held_starts alter column trigger_id drop not null;
alter table held_starts add column started_by uuid, add column not_before timestamptz;
alter table held_starts drop constraint held_starts_source_check;
alter table held_starts add constraint held_starts_source_check
  check (source in ('webhook', 'mail', 'schedule', 'person')) not valid;
-- What a person starts has no trigger, everything else has one.
alter table held_starts add constraint held_starts_by_check
  check ((source = 'person') = (started_by is not null) and (source = 'person') = (trigger_id is null)) not valid;
alter table held_starts add constraint held_starts_started_by_fkey
  foreign key (tenant_id, started_by) references members (tenant_id, id) not valid;
