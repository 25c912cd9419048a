-- Staff find organizations by the beginning of their name.
-- few rows in tenants: one for each workspace
alter table tenants add column name_key text collate "C" generated always as (app.fold(name)) stored;
grant select (name_key) on tenants to tl_staff;
