--! online documents uploads submission_starts
alter table documents validate constraint documents_form;
alter table documents validate constraint documents_submission;
alter table uploads validate constraint uploads_form;
alter table uploads validate constraint uploads_whose;
alter table uploads validate constraint uploads_page;
create index concurrently documents_of_submission on documents (tenant_id, submission_id) where submission_id is not null;
-- What is deleted with a form for ever, or with a workflow, and what those two wait for.
create index concurrently documents_of_form on documents (tenant_id, form_id) where form_id is not null;
create index concurrently submission_starts_workflow on submission_starts (tenant_id, workflow_id);
create index concurrently uploads_of_network on uploads (tenant_id, network, id) where network is not null and state = 'uploading';
create index concurrently uploads_of_form on uploads (tenant_id, form_id) where form_id is not null;
