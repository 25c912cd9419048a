-- Going back to an earlier master key counts anew: the one that became current last is the current one.
alter table master_keys rename column first_used_at to current_since;
grant update (current_since) on master_keys to tl_auth;

--! definer_begin

-- Since when this master key is the current one. Where another one was in between, that is from now on.
create or replace function auth.master_key_since(p_id text) returns timestamptz
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into master_keys as k (id) values (p_id)
  on conflict (id) do update set current_since = now()
    where exists (select from master_keys o where o.current_since > k.current_since);
  select current_since from master_keys where id = p_id
$$;

--! definer_end tl_worker
