--! online held_starts members
alter table held_starts validate constraint held_starts_source_check;
alter table held_starts validate constraint held_starts_by_check;
alter table held_starts validate constraint held_starts_started_by_fkey;
create index concurrently held_starts_person on held_starts (tenant_id, started_by) where started_by is not null;
