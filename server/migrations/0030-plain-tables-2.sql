select app.make_plain('tasks');
-- Cleaned before much has changed, so that counts that stop at a bound stay in the index.
alter table tasks set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
