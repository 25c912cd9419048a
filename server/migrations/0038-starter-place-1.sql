-- A start without a person: who stands in for the starter, and the name of what started it, such as the title of a form.
alter table instances
  add column stand_in_kind text,
  add column stand_in_id uuid,
  add column source_name text;
alter table instances add constraint instances_stand_in check (
  case when stand_in_kind is null then stand_in_id is null
    else stand_in_kind in ('member', 'team', 'role') and stand_in_id is not null and started_by is null end) not valid;
alter table instances add constraint instances_source_name check (length(source_name) between 1 and 300) not valid;
