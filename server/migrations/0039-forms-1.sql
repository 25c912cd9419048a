-- Forms that anybody can fill in, what they sent, and what it started.

create table forms (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  -- Of the draft where there is one, so that lists show what its authors call it.
  title text not null check (length(title) <= 200),
  title_key text collate "C" generated always as (app.fold(title)) stored,
  -- The version that is public; null before the first and after it was taken off its address.
  current_version int,
  -- The number of the latest version, public or not.
  last_version int not null default 0,
  visibility text not null default 'everyone' check (visibility in ('everyone', 'limited')),
  -- Closed by hand since then; by itself on a day, or with so many responses.
  closed_at timestamptz,
  closes_at timestamptz,
  closes_after int check (closes_after >= 1),
  retention_days int check (retention_days between 1 and 3650),
  max_files int not null default 20 check (max_files between 0 and 100),
  max_megabytes int not null default 100 check (max_megabytes between 1 and 1000),
  max_megabytes_a_day int not null default 2048 check (max_megabytes_a_day between 1 and 100000),
  last_response_at timestamptz,
  -- What the list is sorted by: those that were never answered come last, the newest first.
  response_sort timestamptz generated always as (coalesce(last_response_at, '-infinity'::timestamptz)) stored,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references members (tenant_id, id),
  foreign key (tenant_id, deleted_by) references members (tenant_id, id)
);
create index forms_response on forms (tenant_id, response_sort desc, id desc) where deleted_at is null;
create index forms_title on forms (tenant_id, title_key, id) where deleted_at is null;
create index forms_created on forms (tenant_id, id desc) where deleted_at is null;
create index forms_trash on forms (tenant_id, deleted_at desc, id desc) where deleted_at is not null;
create index forms_old_trash on forms (deleted_at) where deleted_at is not null;
create index forms_limited on forms (tenant_id, id) where visibility = 'limited';
create index forms_retention on forms (tenant_id, id) where retention_days is not null;

create table form_access (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  form_id uuid not null,
  team_id uuid,
  member_id uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, form_id) references forms (tenant_id, id),
  foreign key (tenant_id, team_id) references teams (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  check (num_nonnulls(team_id, member_id) = 1)
);
create unique index form_access_team on form_access (tenant_id, form_id, team_id) where team_id is not null;
create unique index form_access_member on form_access (tenant_id, form_id, member_id) where member_id is not null;
create index form_access_of_team on form_access (tenant_id, team_id) where team_id is not null;
create index form_access_of_member on form_access (tenant_id, member_id) where member_id is not null;

-- The draft that all share. It stands here also when it equals the public version: `version` then guards the next change.
create table form_drafts (
  tenant_id uuid not null,
  form_id uuid not null,
  based_on int,
  version int not null default 1,
  content json not null,
  -- Who changed which places that differ from the public version, and when.
  authors jsonb not null default '{}',
  -- The last places changed, newest first: what somebody with an older count is told.
  recent jsonb not null default '[]',
  changes int not null default 0,
  errors int not null default 0,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (tenant_id, form_id),
  foreign key (tenant_id, form_id) references forms (tenant_id, id),
  foreign key (tenant_id, updated_by) references members (tenant_id, id)
);

-- Immutable. `compiled` is what a page and the server read answers with.
create table form_versions (
  tenant_id uuid not null,
  form_id uuid not null,
  number int not null,
  hash text not null,
  content json not null,
  compiled jsonb not null,
  note text not null default '' check (length(note) <= 300),
  changes jsonb not null,
  change_count int not null,
  authors uuid[] not null,
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (tenant_id, form_id, number),
  foreign key (tenant_id, form_id) references forms (tenant_id, id),
  foreign key (tenant_id, published_by) references members (tenant_id, id)
);

-- Pictures of headers, drawn anew; drafts and versions name them.
create table form_banners (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  form_id uuid not null,
  object_key text not null,
  media_type text not null,
  width int not null,
  height int not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, form_id) references forms (tenant_id, id)
);
create index form_banners_form on form_banners (tenant_id, form_id);

-- What starts a workflow beside people: each response to a form, once.
create table workflow_triggers (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  workflow_id uuid not null,
  kind text not null default 'form' check (kind = 'form'),
  form_id uuid not null,
  field_mapping jsonb not null check (pg_column_size(field_mapping) <= 65536),
  fixed_values jsonb not null default '{}' check (pg_column_size(fixed_values) <= 65536),
  -- Who stands where steps say "the starter".
  stand_in_kind text check (stand_in_kind in ('member', 'team', 'role')),
  stand_in_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, workflow_id, form_id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id),
  foreign key (tenant_id, form_id) references forms (tenant_id, id),
  foreign key (tenant_id, created_by) references members (tenant_id, id),
  check ((stand_in_kind is null) = (stand_in_id is null))
);
create index workflow_triggers_form on workflow_triggers (tenant_id, form_id);

create table form_submissions (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  form_id uuid not null,
  version int not null,
  -- Of the attempt, made by the page: a key seen before stores nothing.
  idem_key text collate "C" not null check (length(idem_key) between 1 and 100),
  -- Of what was sent: the same key with other answers is told so.
  content_hash bytea not null,
  -- Random, for people to name it by; no credential.
  receipt text collate "C" not null check (length(receipt) between 8 and 20),
  answers jsonb not null check (pg_column_size(answers) <= 524288),
  file_count int not null default 0,
  -- Running and finished follow what it started.
  state text not null check (state in ('received', 'running', 'finished', 'not_started', 'held')),
  held_because text[] not null default '{}',
  took_seconds int,
  device text check (device in ('phone', 'computer')),
  received_at timestamptz not null default now(),
  released_at timestamptz,
  released_by uuid,
  primary key (tenant_id, id),
  unique (tenant_id, form_id, idem_key),
  unique (tenant_id, form_id, receipt),
  foreign key (tenant_id, form_id, version) references form_versions (tenant_id, form_id, number),
  foreign key (tenant_id, released_by) references members (tenant_id, id)
);
create index form_submissions_newest on form_submissions (tenant_id, form_id, id desc);
create index form_submissions_state on form_submissions (tenant_id, form_id, state, id desc);

-- What each trigger made of a response.
create table submission_starts (
  tenant_id uuid not null,
  submission_id uuid not null,
  trigger_id uuid not null,
  form_id uuid not null,
  workflow_id uuid not null,
  instance_id uuid,
  state text not null check (state in ('started', 'not_started', 'held')),
  -- Why it was not started: a code and what it speaks of.
  reason jsonb,
  tries int not null default 1,
  at timestamptz not null default now(),
  primary key (tenant_id, submission_id, trigger_id),
  foreign key (tenant_id, submission_id) references form_submissions (tenant_id, id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id),
  foreign key (tenant_id, instance_id) references instances (tenant_id, id) on delete set null (instance_id),
  check ((state = 'started') or instance_id is null)
);
create index submission_starts_instance on submission_starts (tenant_id, instance_id) where instance_id is not null;
-- Tried again when the workflow, or the mapping, changes.
create index submission_starts_waiting on submission_starts (tenant_id, workflow_id, submission_id) where state = 'not_started';

-- The folded answers from each of their first words on: a search is a range of these.
create table submission_words (
  tenant_id uuid not null,
  form_id uuid not null,
  word_key text collate "C" not null,
  submission_id uuid not null,
  primary key (tenant_id, form_id, word_key, submission_id),
  foreign key (tenant_id, submission_id) references form_submissions (tenant_id, id)
);
create index submission_words_submission on submission_words (tenant_id, submission_id);

-- A file that came with a response is its form's until an instance has it.
alter table documents
  add column form_id uuid,
  add column submission_id uuid;
alter table documents add constraint documents_form foreign key (tenant_id, form_id) references forms (tenant_id, id) not valid;
alter table documents add constraint documents_submission foreign key (tenant_id, submission_id)
  references form_submissions (tenant_id, id) on delete set null (submission_id) not valid;

-- An upload is a member's, or of the page of a form, by the hash of that page's token.
alter table uploads
  alter column member_id drop not null,
  add column form_id uuid,
  add column token_hash bytea,
  add column network text;
alter table uploads add constraint uploads_form foreign key (tenant_id, form_id) references forms (tenant_id, id) not valid;
alter table uploads add constraint uploads_whose check (num_nonnulls(member_id, token_hash) = 1) not valid;
alter table uploads add constraint uploads_page check ((form_id is null) = (token_hash is null)) not valid;

--! tenant forms form_access form_drafts form_versions form_banners workflow_triggers form_submissions submission_starts submission_words
grant select, insert, update, delete on forms, form_access, form_drafts, form_banners, workflow_triggers, form_submissions,
  submission_starts to tl_app;
grant select, insert, delete on submission_words to tl_app;
-- Immutable: a form is deleted for ever through a function.
grant select, insert on form_versions to tl_app;

create policy cleaning on forms for select to tl_auth using (true);
create policy cleaning on form_submissions for select to tl_auth using (true);
create policy purging on form_versions to tl_auth using (tenant_id = {{TENANT}});
grant select (tenant_id, id, deleted_at, retention_days) on forms to tl_auth;
grant select (tenant_id, form_id, id, received_at) on form_submissions to tl_auth;
grant select (tenant_id, form_id), delete on form_versions to tl_auth;

--! definer_begin

-- The versions of one form, only out of the trash, and by the policy only of the tenant that is set.
create function auth.purge_form_versions(p_form uuid) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone int;
begin
  delete from form_versions v using forms f
  where v.form_id = p_form and f.tenant_id = v.tenant_id and f.id = v.form_id and f.deleted_at is not null;
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
    (select forms.tenant_id from forms where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit)
    union all
    (select f.tenant_id from forms f cross join lateral (
        select s.received_at from form_submissions s where s.tenant_id = f.tenant_id and s.form_id = f.id order by s.id limit 1) oldest
      where f.retention_days is not null and oldest.received_at < now() - make_interval(days => f.retention_days) limit p_limit)
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
