-- Designing work: workflows with one shared draft and immutable numbered versions; own templates.
-- The columns describe the published version, or the draft while there is none.
alter table workflows
  add column description text not null default '' check (length(description) <= 2000),
  add column prefix text not null check (length(prefix) between 1 and 20),
  add column prefix_key text collate "C" generated always as (app.fold(prefix)) stored,
  add column type text not null default 'sequential' check (type in ('sequential', 'parallel')),
  add column status text not null default 'active' check (status in ('active', 'archived')),
  add column category text not null default 'Uncategorized',
  add column current_version int,
  -- What the card draws: the kinds of the first eleven steps, and how many there are.
  add column step_types text[] not null default '{}',
  add column step_count int not null default 0,
  -- Workflows that the published version starts: circles are found without opening documents.
  add column calls uuid[] not null default '{}',
  -- When it was last saved or published; autosaves leave it alone.
  add column saved_at timestamptz not null default now(),
  add column created_by uuid,
  add foreign key (tenant_id, created_by) references members (tenant_id, id);

create unique index workflows_prefix on workflows (tenant_id, prefix_key) where deleted_at is null;
create index workflows_name on workflows (tenant_id, status, name_key, id) where deleted_at is null;
create index workflows_created on workflows (tenant_id, status, id desc) where deleted_at is null;
create index workflows_saved on workflows (tenant_id, status, saved_at desc, id desc) where deleted_at is null;
create index workflows_trash on workflows (tenant_id, deleted_at desc, id desc) where deleted_at is not null;
create index workflows_old_trash on workflows (deleted_at) where deleted_at is not null;
grant delete on workflows to tl_app;

-- The folded name from each of its words on, and the prefix: a search is a range of these.
create table workflow_words (
  tenant_id uuid not null,
  word_key text collate "C" not null,
  workflow_id uuid not null,
  primary key (tenant_id, word_key, workflow_id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id)
);
create index workflow_words_workflow on workflow_words (tenant_id, workflow_id, word_key);

-- The draft that all share. It stands here also when it equals the published version: `version` then guards the next change.
create table workflow_drafts (
  tenant_id uuid not null,
  workflow_id uuid not null,
  based_on int,
  version int not null default 1,
  -- As text: the order of keys is part of a document.
  document json not null,
  -- Who changed which places that differ from the published version, when and at which count of `version`; and of
  -- changes that were taken back whose they were.
  authors jsonb not null default '{}',
  -- The last places changed, newest first, published or not: what somebody with an older count is told.
  recent jsonb not null default '[]',
  changes int not null default 0,
  errors int not null default 0,
  warnings int not null default 0,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (tenant_id, workflow_id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id),
  foreign key (tenant_id, updated_by) references members (tenant_id, id)
);

create table workflow_versions (
  tenant_id uuid not null,
  workflow_id uuid not null,
  number int not null,
  hash text not null,
  document json not null,
  plan jsonb not null,
  -- What a run evaluates, beside its plan.
  exprs jsonb not null,
  note text not null default '',
  -- The changes against the version before it, with their authors.
  changes jsonb not null,
  change_count int not null,
  authors uuid[] not null,
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (tenant_id, workflow_id, number),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id),
  foreign key (tenant_id, published_by) references members (tenant_id, id)
);

create table templates (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null check (length(name) between 1 and 120),
  name_key text collate "C" generated always as (app.fold(name)) stored,
  description text not null default '',
  category text not null,
  tags text[] not null default '{}',
  document json not null,
  step_count int not null,
  -- How often it was used; those of the ready-made ones are counters.
  uses int not null default 0,
  -- Most used first in an index that goes upwards; a column, since no sum may stand before the policy's test.
  uses_rank int generated always as (-uses) stored,
  created_by uuid,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references members (tenant_id, id),
  foreign key (tenant_id, deleted_by) references members (tenant_id, id)
);
-- Each order of the list, of all and of one category.
create index templates_name on templates (tenant_id, name_key, id) where deleted_at is null;
create index templates_steps on templates (tenant_id, step_count, name_key, id) where deleted_at is null;
create index templates_popular on templates (tenant_id, uses_rank, name_key, id) where deleted_at is null;
create index templates_category_name on templates (tenant_id, category, name_key, id) where deleted_at is null;
create index templates_category_steps on templates (tenant_id, category, step_count, name_key, id)
  where deleted_at is null;
create index templates_category_popular on templates (tenant_id, category, uses_rank, name_key, id)
  where deleted_at is null;
create index templates_trash on templates (tenant_id, deleted_at) where deleted_at is not null;
create index templates_old_trash on templates (deleted_at) where deleted_at is not null;

--! tenant workflow_words workflow_drafts workflow_versions templates
grant select, insert, delete on workflow_words to tl_app;
grant select, insert, update, delete on workflow_drafts, templates to tl_app;
-- Immutable: whoever deletes a workflow for ever goes through a function.
grant select, insert on workflow_versions to tl_app;

-- Whoever deletes a workflow for ever is asked for instances that still name it, thrown away or not.
create index instances_of_workflow on instances (tenant_id, workflow_id);

create policy cleaning on workflows for select to tl_auth using (true);
create policy cleaning on templates for select to tl_auth using (true);
create policy purging on workflow_versions to tl_auth using (tenant_id = {{TENANT}});
grant select (tenant_id, id, deleted_at) on workflows to tl_auth;
grant select (tenant_id, deleted_at) on templates to tl_auth;
grant select (tenant_id, workflow_id), delete on workflow_versions to tl_auth;

--! definer_begin

-- The versions of one workflow, only out of the trash, and by the policy only of the tenant that is set.
create function auth.purge_workflow_versions(p_workflow uuid) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone int;
begin
  delete from workflow_versions v using workflows w
  where v.workflow_id = p_workflow and w.tenant_id = v.tenant_id and w.id = v.workflow_id and w.deleted_at is not null;
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
    (select templates.tenant_id from templates where deleted_at < now() - interval '30 days' order by deleted_at limit p_limit)) t
$$;

--! definer_end tl_worker
