--! online document_versions
create index concurrently document_versions_waiting on document_versions (tenant_id, document_id, number)
  where state = 'quarantined';
