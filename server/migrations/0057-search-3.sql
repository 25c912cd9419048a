-- As before, with one way to read. The planner, which plans for all tenants alike, could take an index of the newest where
-- most tenants are small, and match every vector of a large one. Now words and titles have one index, and its tenant is
-- asked for as no other index can answer; kinds are told apart by the letters of their lexemes, and among what was found.
-- Of titles, too, what is left out counts as looked at.
drop index search_entries_words;
drop index search_entries_titles;

grant usage, create on schema app to tl_search;
set local role tl_search;
create or replace function app.search(
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
      v_looked := 0;
      v_found := 0;
      for kind, entity_id, tier, changed_at in
        select p_kinds[n], e.entity_id,
          case when e.kind <> p_kinds[n] or e.workflow_id = any (v_hidden) or e.workflow_id <> all (p_within)
              or (p_within is not null and e.workflow_id is null)
              or (e.owner_id is not null and e.owner_id is distinct from v_member) then -1
            when (p_code <> '' and e.code = p_code) or (p_name <> '' and e.name_key = p_name) then 0
            when e.head @@ v_title then 1 else 2 end,
          e.changed_at
        from (
          select x.kind, x.entity_id, x.head, x.code, x.name_key, x.changed_at, x.workflow_id, x.owner_id
          from search_entries x where array[x.tenant_id] @> array[v_tenant] and x.tsv @@ v_query limit 2 * p_most) e
      loop
        v_looked := v_looked + 1;
        if tier >= 0 then
          v_found := v_found + 1;
          return next;
          exit when v_found = p_most;
        end if;
      end loop;
      tier := case when v_found = p_most or v_looked = 2 * p_most then 1 else 0 end;
    end if;
    kind := p_kinds[n];
    entity_id := null;
    return next;
  end loop;
end
$$;

create or replace function app.search_titles(
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
      from (
        select x.kind, x.entity_id, x.part, x.title, x.changed_at, x.workflow_id, x.owner_id from search_entries x
        where array[x.tenant_id] @> array[v_tenant] and p_text <% x.title limit 2 * p_most) e
      where e.kind = any (p_kinds) and e.part = 0
        and not (e.kind = any (p_by_workflow) and coalesce(e.workflow_id = any (p_hidden), false))
        and (e.owner_id is null or e.owner_id = v_member)
      limit p_most;
  end if;
end
$$;

set local role tl_owner;
revoke usage, create on schema app from tl_search;
