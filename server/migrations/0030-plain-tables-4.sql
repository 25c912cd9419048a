select app.make_plain('document_versions', 'document_texts', 'document_decisions', 'blobs', 'audit_log');
