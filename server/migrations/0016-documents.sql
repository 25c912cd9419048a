-- Documents: versions, texts, decisions, resumable uploads.

alter table tenants add column storage_quota bigint not null default 10737418240 check (storage_quota >= 0);

alter table documents
  add column status text not null default 'completed'
    check (status in ('draft', 'in_progress', 'review', 'approved', 'completed', 'rejected')),
  add column family text not null default 'other' check (family in ('document', 'image', 'spreadsheet', 'other')),
  add column category text not null default 'other'
    check (category in ('contract', 'invoice', 'report', 'form', 'image', 'other')),
  add column document_type text not null default 'general' check (length(document_type) <= 100),
  add column description text not null default '' check (length(description) <= 5000),
  -- The step of its task; with it the copies of what its instance says.
  add column step text,
  add column narrowed boolean not null default false,
  add column in_trash boolean not null default false,
  add column client_id uuid,
  -- Copies to sort by: clients keep their names, and whoever renames an instance writes the other.
  add column client_key text collate "C" not null default 'unknown',
  add column entity_key text collate "C" not null default '',
  -- Of the current version. Those there are were scanned before they were kept.
  add column state text not null default 'clean' check (state in ('quarantined', 'clean', 'infected', 'failed')),
  add column current_version int not null default 1,
  add column version_count int not null default 1,
  alter column sha256 drop not null,
  drop constraint documents_tenant_id_sha256_fkey,
  add foreign key (tenant_id, client_id) references clients (tenant_id, id);
alter table documents alter column state set default 'quarantined';

create table document_versions (
  tenant_id uuid not null,
  document_id uuid not null,
  number int not null check (number >= 1),
  name text not null check (length(name) between 1 and 255),
  state text not null check (state in ('quarantined', 'clean', 'infected', 'failed')),
  -- Where it lies until it was scanned.
  quarantine_key text,
  -- What was found while it was received or scanned; its content once it is kept.
  sha256 bytea,
  size bigint not null,
  media_type text not null,
  blob_sha256 bytea,
  thumbnail text not null default 'waiting' check (thumbnail in ('waiting', 'done', 'none', 'failed')),
  thumbnail_sha256 bytea,
  pages text not null default 'waiting' check (pages in ('waiting', 'done', 'none', 'failed')),
  page_count int,
  text text not null default 'waiting' check (text in ('waiting', 'done', 'none', 'failed')),
  text_cut boolean not null default false,
  ocr text not null default 'waiting' check (ocr in ('waiting', 'done', 'none', 'failed')),
  preview text not null default 'waiting' check (preview in ('waiting', 'done', 'none', 'failed')),
  -- Tables and words as plain data; of other kinds nothing is kept beside their text.
  preview_data jsonb,
  problem text,
  tries int not null default 1,
  restored_from int,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, document_id, number),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, blob_sha256) references blobs (tenant_id, sha256),
  foreign key (tenant_id, thumbnail_sha256) references blobs (tenant_id, sha256),
  foreign key (tenant_id, created_by) references members (tenant_id, id),
  check ((state = 'clean') = (blob_sha256 is not null)),
  check (state <> 'quarantined' or quarantine_key is not null)
) partition by hash (tenant_id);
--! hash16 document_versions
create index document_versions_blob on document_versions (tenant_id, blob_sha256) where blob_sha256 is not null;
create index document_versions_thumbnail on document_versions (tenant_id, thumbnail_sha256)
  where thumbnail_sha256 is not null;
-- Asked by the cleaning, which knows only the store's names.
create index document_versions_quarantine on document_versions (quarantine_key) where quarantine_key is not null;

-- The owner is bound by forced policies too: lifted for as long as the files there are become first versions.
alter table documents no force row level security;
alter table instances no force row level security;
alter table tasks no force row level security;
alter table clients no force row level security;
insert into document_versions (tenant_id, document_id, number, name, state, sha256, size, media_type, blob_sha256,
  thumbnail, pages, text, ocr, preview, created_by, created_at)
select tenant_id, id, 1, name, 'clean', sha256, size, media_type, sha256, 'none', 'none', 'none', 'none', 'none', uploaded_by, created_at from documents;
update documents d set narrowed = i.narrowed, in_trash = i.deleted_at is not null, client_id = i.client_id,
  client_key = coalesce((select c.name_key from clients c where c.tenant_id = i.tenant_id and c.id = i.client_id), 'unknown'),
  entity_key = case when i.title <> '' then i.title_key else i.name_key end,
  step = (select t.step from tasks t where t.tenant_id = d.tenant_id and t.id = d.task_id)
from instances i where i.tenant_id = d.tenant_id and i.id = d.instance_id;
update documents set family = case
  when media_type ^@ 'image/' then 'image'
  when media_type = 'text/csv' or media_type ~ '(ms-excel|spreadsheet)' then 'spreadsheet'
  when media_type ^@ 'text/' or media_type ~ '(pdf|msword|rtf|ms-powerpoint|wordprocessingml|presentation|opendocument.text)' then 'document'
  else 'other' end;
alter table counters no force row level security;
insert into counters (tenant_id, name, key, slot, n)
select tenant_id, 'storage', 'bytes', 0, sum(size) from documents group by tenant_id;
alter table counters force row level security;
alter table clients force row level security;
alter table tasks force row level security;
alter table instances force row level security;
alter table documents force row level security;

create table document_texts (
  tenant_id uuid not null,
  document_id uuid not null,
  number int not null,
  part int not null,
  content text not null,
  primary key (tenant_id, document_id, number, part),
  foreign key (tenant_id, document_id, number) references document_versions (tenant_id, document_id, number)
) partition by hash (tenant_id);
--! hash16 document_texts

-- Insert-only: who approved or rejected which bytes.
create table document_decisions (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  document_id uuid not null,
  number int not null,
  sha256 bytea not null,
  verdict text not null check (verdict in ('approve', 'reject')),
  comment text not null default '' check (length(comment) <= 5000),
  member_id uuid not null,
  -- The approval it was part of.
  task_id uuid,
  at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id) on delete set null (task_id)
) partition by hash (tenant_id);
--! hash16 document_decisions
create index document_decisions_task on document_decisions (tenant_id, task_id) where task_id is not null;
create index document_decisions_newest on document_decisions (tenant_id, document_id, id desc);

-- A vote on bytes that were changed since does not count any more, and the seat is asked again.
alter table decisions add column withdrawn_at timestamptz;
drop index decisions_once;
create unique index decisions_once on decisions (tenant_id, task_id, slot) where withdrawn_at is null;
create index decisions_task on decisions (tenant_id, task_id, slot, id desc);
grant update (withdrawn_at) on decisions to tl_app;

-- A document's comments are its own wherever it is moved.
alter table comments
  alter column instance_id drop not null,
  drop constraint comments_entity_kind_check,
  add constraint comments_entity_kind_check check (entity_kind in ('task', 'instance', 'document')),
  add check ((entity_kind = 'document') = (instance_id is null));

create table uploads (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  member_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  size bigint not null check (size > 0),
  -- What is said about it: where it belongs, its category and the rest.
  details jsonb not null check (pg_column_size(details) <= 32768),
  object_key text not null,
  -- The store's own name for its parts.
  multipart_id text not null,
  part_bytes int not null,
  state text not null default 'uploading' check (state in ('uploading', 'completed')),
  document_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete set null (document_id)
);
create index uploads_own on uploads (tenant_id, member_id, id desc) where state = 'uploading';
create index uploads_expired on uploads (expires_at);
create index uploads_object on uploads (object_key);
create index uploads_document on uploads (tenant_id, document_id) where document_id is not null;

-- Whatever happens to an instance, a task or a workflow finds its files in the trash too.
drop index documents_instance;
drop index documents_task;
create index documents_instance on documents (tenant_id, instance_id, id) where instance_id is not null;
create index documents_task on documents (tenant_id, task_id, id) where task_id is not null;
create index documents_of_workflow on documents (tenant_id, workflow_id, instance_id) where workflow_id is not null;
drop index documents_newest;
create index documents_newest on documents (tenant_id, id desc)
  where deleted_at is null and not in_trash and task_id is not null;
-- By the key a page would pass over all of the trash.
create index documents_created on documents (tenant_id, created_at desc, id desc)
  where deleted_at is null and not in_trash;
create index documents_updated on documents (tenant_id, updated_at desc, id desc) where deleted_at is null and not in_trash;
create index documents_status on documents (tenant_id, status, updated_at desc, id desc)
  where deleted_at is null and not in_trash;
create index documents_workflow on documents (tenant_id, workflow_id, updated_at desc, id desc)
  where deleted_at is null and not in_trash;
create index documents_step on documents (tenant_id, workflow_id, step, updated_at desc, id desc)
  where deleted_at is null and not in_trash and step is not null;
create index documents_no_step on documents (tenant_id, workflow_id, updated_at desc, id desc)
  where deleted_at is null and not in_trash and step is null;
create index documents_name on documents (tenant_id, name_key, id) where deleted_at is null and not in_trash;
create index documents_client on documents (tenant_id, client_key, id) where deleted_at is null and not in_trash;
create index documents_entity on documents (tenant_id, entity_key, id) where deleted_at is null and not in_trash;
create index documents_uploader on documents (tenant_id, uploaded_by, updated_at desc, id desc)
  where deleted_at is null and not in_trash;
create index documents_trash on documents (tenant_id, deleted_at desc, id desc) where deleted_at is not null;
create index documents_old_trash on documents (deleted_at) where deleted_at is not null;
-- The same name on the same task makes a new version.
create index documents_task_name on documents (tenant_id, task_id, name_key) where deleted_at is null;
create index blobs_unreferenced on blobs (unreferenced_since) where unreferenced_since is not null;

--! tenant document_versions document_texts document_decisions uploads
grant select, insert, update, delete on document_versions, document_texts, uploads to tl_app;
grant select, insert on document_decisions to tl_app;
grant delete on blobs to tl_app;

create policy cleaning on documents for select to tl_auth using (true);
create policy cleaning on blobs for select to tl_auth using (true);
create policy cleaning on uploads for select to tl_auth using (true);
create policy cleaning on document_versions for select to tl_auth using (true);
create policy purging on document_decisions to tl_auth using (tenant_id = {{TENANT}});
grant select (tenant_id, id, deleted_at, instance_id) on documents to tl_auth;
grant select (tenant_id, unreferenced_since) on blobs to tl_auth;
grant select (tenant_id, expires_at, object_key) on uploads to tl_auth;
grant select (quarantine_key) on document_versions to tl_auth;
grant select (tenant_id, document_id), delete on document_decisions to tl_auth;

--! definer_begin

-- Which of these objects in quarantine somebody still needs.
create function auth.held_objects(p_keys text[]) returns setof text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select quarantine_key from document_versions where quarantine_key = any (p_keys)
  union
  select object_key from uploads where object_key = any (p_keys)
$$;

--! definer_end tl_worker

--! definer_begin

-- What was decided about documents in the trash, or of an instance there, and by the policy only of the tenant that is set.
create function auth.purge_document_decisions(p_documents uuid[]) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone int;
begin
  delete from document_decisions e using documents d
  where d.tenant_id = e.tenant_id and d.id = e.document_id and d.id = any (p_documents)
    and (d.deleted_at is not null or exists (select from instances i
      where i.tenant_id = d.tenant_id and i.id = d.instance_id and i.deleted_at is not null));
  get diagnostics gone = row_count;
  return gone;
end $$;

--! definer_end tl_app

--! definer_begin

create or replace function auth.tenants_with_old_trash(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct t.tenant_id from (
    (select teams.tenant_id from teams where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit)
    union all
    (select workflows.tenant_id from workflows where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit)
    union all
    (select templates.tenant_id from templates where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit)
    union all
    (select instances.tenant_id from instances where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit)
    union all
    (select documents.tenant_id from documents where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit)
    union all
    (select blobs.tenant_id from blobs where unreferenced_since < now() - interval '7 days' order by unreferenced_since limit p_limit)
    union all
    (select uploads.tenant_id from uploads where expires_at < now() order by expires_at limit p_limit)) t
$$;

--! definer_end tl_worker
