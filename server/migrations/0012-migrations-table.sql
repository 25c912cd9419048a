-- Not even the list of what has been applied is open to anyone but the migrator.
--! force schema_migrations
create policy migrator on schema_migrations to tl_owner using (true) with check (true);
