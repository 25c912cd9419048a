-- What is on its way takes room for as long as it is heard of, and the trash lists what can be taken out of it.

-- When it was begun, or when addresses for its parts were last asked for.
alter table uploads add column signed_at timestamptz not null default now();
create index uploads_heard_of on uploads (tenant_id, signed_at) where state = 'uploading';

-- The list passes over files whose instance is in the trash itself; the cleaning asks for both.
drop index documents_trash;
create index documents_trash on documents (tenant_id, in_trash, deleted_at desc, id desc) where deleted_at is not null;
