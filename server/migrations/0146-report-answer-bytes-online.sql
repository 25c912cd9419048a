--! online report_runs
create index concurrently report_runs_bytes on report_runs (tenant_id, bytes) where bytes > 0;
update report_runs set bytes = blocks[cardinality(blocks)]
where (tenant_id, id) in (select tenant_id, id from report_runs where bytes = 0 and cardinality(blocks) > 0 limit 1000);
