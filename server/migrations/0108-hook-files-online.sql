--! online hook_deliveries
alter table hook_deliveries validate constraint hook_deliveries_files;
