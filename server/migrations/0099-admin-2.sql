--! online audit_log
-- What staff did about one person or organization, of the staff log alone: other chains have no row in it.
create index concurrently audit_log_staff_about on audit_log (tenant_id, entity_id, at, seq)
where tenant_id = '00000000-0000-7000-8000-000000005aff';
