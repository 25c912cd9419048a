--! online instances
alter table instances validate constraint instances_stand_in;
alter table instances validate constraint instances_source_name;
