-- What is found by its words. Entries are written by a job from the rows themselves and can be made anew at any time.

create table search_entries (
  tenant_id uuid not null,
  kind text collate "C" not null check (length(kind) between 1 and 30),
  entity_id uuid not null,
  -- 0 is the thing itself; further parts are what a long text goes on with.
  part int not null check (part >= 0),
  title text not null check (length(title) <= 400),
  -- Number and name as they are typed, folded: what is exactly that comes first.
  code text collate "C" not null default '',
  name_key text collate "C" not null default '',
  -- Lexemes of the title and of the beginning, with positions and weights. It stays in the row, so that looking through
  -- the newest entries reads nothing else.
  head tsvector not null,
  -- All lexemes, without positions. Only its index is ever read.
  tsv tsvector not null,
  -- Spares looking at what the viewer does not see anyway; it is never the guard.
  workflow_id uuid,
  -- Whom alone it is found by.
  owner_id uuid,
  -- Of the text it was made from: the same text is not written again.
  content_hash bytea not null,
  -- When its words last changed.
  changed_at timestamptz not null,
  primary key (tenant_id, kind, entity_id, part)
);
alter table search_entries alter column head set storage main;
create index search_entries_newest on search_entries (tenant_id, kind, changed_at desc);
-- An entry found by its id when the thing is purged, whatever its kind.
create index search_entries_entity on search_entries (tenant_id, entity_id);
create index search_entries_words on search_entries using gin (tenant_id, tsv);
create index search_entries_titles on search_entries using gin (tenant_id, title gin_trgm_ops);

-- What changed and is to be indexed: one row for each change, written with it and never waited for. The same thing may
-- stand here many times; it is read once.
create table search_pending (
  tenant_id uuid not null,
  id bigint generated always as identity,
  kind text collate "C" not null,
  entity_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- How far a workspace is indexed from scratch: by which version of the indexing, and up to which row of which kind.
create table search_builds (
  tenant_id uuid not null primary key,
  version int not null default 0,
  kind text collate "C" not null default '',
  place uuid not null default '00000000-0000-0000-0000-000000000000'
);

--! tenant search_entries search_pending search_builds
grant select, insert, update, delete on search_entries, search_builds to tl_worker;
grant select, delete on search_entries to tl_api;
grant select, insert, delete on search_pending to tl_worker;
grant insert on search_pending to tl_api;

-- A text is cut at the ends of its pages. Lexemes only say in which part a word stands: they are not indexed. Without
-- them a text was cut before there were pages.
alter table document_texts add column first_page int, add column lexemes tsvector;

create policy indexing on search_pending for select to tl_auth using (true);
create policy syncing on search_pending for insert to tl_auth with check (true);
grant select (tenant_id, id), insert (tenant_id, kind, entity_id) on search_pending to tl_auth;
create policy indexing on search_builds for select to tl_auth using (true);
grant select (tenant_id, version) on search_builds to tl_auth;

--! definer_begin

-- Workspaces with something to index. One row of each is read, however many wait.
create function auth.tenants_to_index(p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive waiting (tenant_id) as (
    (select p.tenant_id from search_pending p order by p.tenant_id limit 1)
    union all
    select (select p.tenant_id from search_pending p where p.tenant_id > w.tenant_id order by p.tenant_id limit 1)
    from waiting w where w.tenant_id is not null)
  select w.tenant_id from waiting w where w.tenant_id is not null limit p_limit
$$;

-- Workspaces that were not indexed from scratch by this version.
create function auth.tenants_to_build(p_version int, p_limit int) returns table (tenant_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id from tenants t where t.status <> 'closed'
    and not exists (select from search_builds b where b.tenant_id = t.id and b.version >= p_version)
  limit p_limit
$$;

-- As before, and whoever is called otherwise now is found so.
create or replace function auth.sync_person(p_person uuid) returns int
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with changed as (
    update members m set name = w.name, email = w.email, photo = w.photo, username = w.username, updated_at = now(),
      version = m.version + 1
    from (
      select x.tenant_id, x.id, case when p.name = '' then x.name else p.name end as name, p.email, p.photo, p.username
      from people p
      join person_tenants pt on pt.person_id = p.id
      join members x on x.tenant_id = pt.tenant_id and x.id = pt.member_id and x.status <> 'removed'
      where p.id = p_person) w
    where m.tenant_id = w.tenant_id and m.id = w.id
      and (m.name, m.email, m.photo, m.username) is distinct from (w.name, w.email, w.photo, w.username)
    returning m.tenant_id, m.id
  )
  insert into search_pending (tenant_id, kind, entity_id) select tenant_id, 'member', id from changed;
  with placed as (
    update team_members tm set name_key = m.name_key
    from person_tenants pt
    join members m on m.tenant_id = pt.tenant_id and m.id = pt.member_id
    where pt.person_id = p_person and tm.tenant_id = m.tenant_id and tm.member_id = m.id and tm.name_key <> m.name_key
    returning 1
  )
  select count(*)::int from placed
$$;

--! definer_end tl_worker

-- Words, asked for by pages. Tiers: 0 its number or whole name, 1 its name, 2 its text. After those of a kind comes a row
-- without an id: its tier is -1 where only the newest were looked at, else how many the index gave.
-- Row security would keep the planner from the index, since to match is no leakproof operator;
-- so the role that owns this function sees all entries, can read nothing else, and the function answers those of the
-- tenant that is set, as kinds and ids. What the viewer may see of them is asked of the rows. Hidden workflows spare work
-- with kinds that are seen by their workflow alone; they are not the guard.
create policy search on search_entries for select to tl_search using (true);
grant select on search_entries to tl_search;
grant usage, create on schema app to tl_search;
set local role tl_search;

create function app.search(
  p_kinds text[], p_queries text[], p_title_queries text[], p_code text, p_name text,
  p_hidden uuid[], p_by_workflow text[], p_within uuid[], p_newest int, p_enough int, p_most int, p_deep boolean
) returns table (kind text, entity_id uuid, tier int, changed_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set enable_bitmapscan = on set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  v_tenant uuid := {{TENANT}};
  v_member uuid := {{MEMBER}};
  v_query tsquery;
  v_title tsquery;
  v_hidden uuid[];
  v_looked int;
  v_found int;
begin
  if v_tenant is null then return; end if;
  for n in 1 .. coalesce(cardinality(p_kinds), 0) loop
    v_query := p_queries[n]::tsquery;
    v_title := p_title_queries[n]::tsquery;
    v_hidden := case when p_kinds[n] = any (p_by_workflow) then p_hidden else '{}' end;
    v_looked := 0;
    v_found := 0;
    for kind, entity_id, tier, changed_at in
      select p_kinds[n], e.entity_id,
        case when e.workflow_id = any (v_hidden) or e.workflow_id <> all (p_within)
            or (p_within is not null and e.workflow_id is null)
            or (e.owner_id is not null and e.owner_id is distinct from v_member) or not e.head @@ v_query then -1
          when (p_code <> '' and e.code = p_code) or (p_name <> '' and e.name_key = p_name) then 0
          when e.head @@ v_title then 1 else 2 end,
        e.changed_at
      from (
        select x.entity_id, x.head, x.code, x.name_key, x.changed_at, x.workflow_id, x.owner_id from search_entries x
        where x.tenant_id = v_tenant and x.kind = p_kinds[n]
        order by x.changed_at desc limit p_newest) e
    loop
      v_looked := v_looked + 1;
      if tier >= 0 then
        v_found := v_found + 1;
        return next;
      end if;
    end loop;
    tier := -1;
    -- Where the newest are all there is, or say too little, the index is asked.
    if p_deep and (v_found < p_enough or v_looked < p_newest) then
      return query
        select p_kinds[n], e.entity_id,
          case when (p_code <> '' and e.code = p_code) or (p_name <> '' and e.name_key = p_name) then 0
            when e.head @@ v_title then 1 else 2 end,
          e.changed_at
        from search_entries e
        where e.tenant_id = v_tenant and e.tsv @@ v_query and e.kind = p_kinds[n]
          and (e.workflow_id is null or e.workflow_id <> all (v_hidden))
          and (p_within is null or e.workflow_id = any (p_within))
          and (e.owner_id is null or e.owner_id = v_member)
        limit p_most;
      get diagnostics tier = row_count;
    end if;
    kind := p_kinds[n];
    entity_id := null;
    return next;
  end loop;
end
$$;

-- Names that are alike, for what was mistyped, and names with these letters inside. The newest first, as above.
create function app.search_titles(
  p_kinds text[], p_text text, p_hidden uuid[], p_by_workflow text[], p_newest int, p_enough int, p_most int, p_deep boolean
) returns table (kind text, entity_id uuid, likeness real, changed_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set enable_bitmapscan = on set enable_seqscan = off set plan_cache_mode = force_generic_plan
set pg_trgm.word_similarity_threshold = 0.5 as $$
declare
  v_tenant uuid := {{TENANT}};
  v_member uuid := {{MEMBER}};
  v_found int := 0;
begin
  if v_tenant is null or length(p_text) < 3 then return; end if;
  for n in 1 .. coalesce(cardinality(p_kinds), 0) loop
    for kind, entity_id, likeness, changed_at in
      select p_kinds[n], e.entity_id, word_similarity(p_text, e.title), e.changed_at
      from (
        select x.kind, x.entity_id, x.title, x.changed_at, x.workflow_id, x.owner_id from search_entries x
        where x.tenant_id = v_tenant and x.kind = p_kinds[n] and x.part = 0
        order by x.changed_at desc limit p_newest) e
      where p_text <% e.title and not (e.kind = any (p_by_workflow) and coalesce(e.workflow_id = any (p_hidden), false))
        and (e.owner_id is null or e.owner_id = v_member)
    loop
      v_found := v_found + 1;
      return next;
    end loop;
  end loop;
  if p_deep and v_found < p_enough then
    return query
      select e.kind, e.entity_id, word_similarity(p_text, e.title), e.changed_at
      from search_entries e
      where e.tenant_id = v_tenant and p_text <% e.title and e.kind = any (p_kinds) and e.part = 0
        and not (e.kind = any (p_by_workflow) and coalesce(e.workflow_id = any (p_hidden), false))
        and (e.owner_id is null or e.owner_id = v_member)
      limit p_most;
  end if;
end
$$;

revoke execute on function app.search, app.search_titles from public;
grant execute on function app.search, app.search_titles to tl_api;
set local role tl_owner;
revoke usage, create on schema app from tl_search;
