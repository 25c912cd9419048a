-- What every database needs before the first migration. Run as superuser in each new database (and in template1,
-- so that databases made later have it); running it again changes nothing.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists unaccent;
create extension if not exists pg_stat_statements;

revoke create on schema public from public;

-- The tenant of a transaction is set by SET LOCAL at one place; a query must not be able to change it.
revoke execute on function pg_catalog.set_config(text, text, boolean) from public;

-- Only its owner and those it is granted to connect to a database; the migrations grant it to the product's roles.
do $$
begin
  execute format('revoke all on database %I from public', current_database());
end
$$;
