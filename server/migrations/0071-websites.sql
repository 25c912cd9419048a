-- Websites that anybody can read, their drafts, versions and pictures.

create table websites (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  -- Of the draft, so that lists show what its authors call it.
  title text not null check (length(title) <= 200),
  page_count int not null,
  -- The version that is public; null before the first and after it was taken off its address.
  current_version int,
  last_version int not null default 0,
  published_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references members (tenant_id, id),
  foreign key (tenant_id, deleted_by) references members (tenant_id, id)
);
create index websites_changed on websites (tenant_id, updated_at desc, id desc) where deleted_at is null;
create index websites_trash on websites (tenant_id, updated_at desc, id desc) where deleted_at is not null;
create index websites_old_trash on websites (deleted_at) where deleted_at is not null;

-- The draft that all share. It stands here also when it equals the public version: `version` then guards the next change.
create table website_drafts (
  tenant_id uuid not null,
  website_id uuid not null,
  version int not null default 1,
  content json not null,
  metadata jsonb not null default '{}' check (pg_column_size(metadata) <= 65536),
  -- Who changed which places that differ from the public version, and when.
  authors jsonb not null default '{}',
  -- The last places changed, newest first: what somebody with an older count is told.
  recent jsonb not null default '[]',
  changes int not null default 0,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (tenant_id, website_id),
  foreign key (tenant_id, website_id) references websites (tenant_id, id),
  foreign key (tenant_id, updated_by) references members (tenant_id, id)
);

-- Immutable: what visitors read is one of these, whole.
create table website_versions (
  tenant_id uuid not null,
  website_id uuid not null,
  number int not null,
  hash text not null,
  content json not null,
  note text not null default '' check (length(note) <= 300),
  changes jsonb not null,
  change_count int not null,
  published_by uuid,
  published_at timestamptz not null default now(),
  primary key (tenant_id, website_id, number),
  foreign key (tenant_id, website_id) references websites (tenant_id, id),
  foreign key (tenant_id, published_by) references members (tenant_id, id)
);

-- Addresses that pages had in a version: visitors are led to where the page is now.
create table website_moves (
  tenant_id uuid not null,
  website_id uuid not null,
  path text collate "C" not null check (length(path) <= 80),
  page_id text not null check (length(page_id) <= 40),
  primary key (tenant_id, website_id, path),
  foreign key (tenant_id, website_id) references websites (tenant_id, id)
);

-- Pictures of Files, drawn anew; drafts and versions name them.
create table website_pictures (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  website_id uuid not null,
  object_key text not null,
  media_type text not null,
  width int not null,
  height int not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, website_id, object_key),
  foreign key (tenant_id, website_id) references websites (tenant_id, id)
);

--! tenant websites website_drafts website_versions website_moves website_pictures
grant select, insert, update, delete on websites, website_drafts, website_moves, website_pictures to tl_app;
-- Immutable: a website is deleted for ever through a function.
grant select, insert on website_versions to tl_app;

create policy cleaning on websites for select to tl_auth using (true);
create policy purging on website_versions to tl_auth using (tenant_id = {{TENANT}});
grant select (tenant_id, id, deleted_at) on websites to tl_auth;
grant select (tenant_id, website_id), delete on website_versions to tl_auth;

--! definer_begin

-- The versions of one website, only out of the trash, and by the policy only of the tenant that is set.
create function auth.purge_website_versions(p_website uuid) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone int;
begin
  delete from website_versions v using websites w
  where v.website_id = p_website and w.tenant_id = v.tenant_id and w.id = v.website_id and w.deleted_at is not null;
  get diagnostics gone = row_count;
  return gone;
end $$;

--! definer_end tl_app

--! definer_begin

create function auth.tenants_with_old_websites(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct o.tenant_id from
    (select w.tenant_id from websites w where w.deleted_at < now() - interval '30 days' order by w.deleted_at limit p_limit) o
$$;

--! definer_end tl_worker
