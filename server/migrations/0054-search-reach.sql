-- As before, and bounded also where nearly all that has the words is hidden: what is left out counts as looked at. After those
-- of a kind comes a row without an id: its tier is -1 where only the newest were looked at, 1 where there may be more, else 0.
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
          case when e.workflow_id = any (v_hidden) or e.workflow_id <> all (p_within)
              or (p_within is not null and e.workflow_id is null)
              or (e.owner_id is not null and e.owner_id is distinct from v_member) then -1
            when (p_code <> '' and e.code = p_code) or (p_name <> '' and e.name_key = p_name) then 0
            when e.head @@ v_title then 1 else 2 end,
          e.changed_at
        from (
          select x.entity_id, x.head, x.code, x.name_key, x.changed_at, x.workflow_id, x.owner_id from search_entries x
          where x.tenant_id = v_tenant and x.tsv @@ v_query and x.kind = p_kinds[n] limit 2 * p_most) e
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

set local role tl_owner;
revoke usage, create on schema app from tl_search;
