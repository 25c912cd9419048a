-- What every database needs before the first migration. Run as superuser in each new database (and in template1,
-- so that databases made later have it); running it again changes nothing.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists unaccent;
create extension if not exists pg_stat_statements;

revoke create on schema public from public;

-- The tenant of a transaction is set by SET LOCAL at one place; a query must not be able to change it.
revoke execute on function pg_catalog.set_config(text, text, boolean) from public;

-- What lets a query run another one, wait, lock, send, end another's connection, keep large objects, or read what others
-- do and ask: closed to everyone but the product's own roles, so that people's queries (tl_report) cannot use it.
do $$
declare
  closed record;
begin
  for closed in
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace in ('pg_catalog'::regnamespace, 'public'::regnamespace) and (
      p.proname ~ '^(lo_|pg_sleep|pg_advisory_|pg_try_advisory_|pg_stat_get_backend_|pg_stat_statements)'
      or p.proname ~ '_to_xml(schema|_and_xmlschema)?$'
      or p.proname in ('loread', 'lowrite', 'ts_stat', 'ts_rewrite', 'pg_notify', 'pg_cancel_backend',
        'pg_terminate_backend', 'pg_export_snapshot', 'pg_logical_emit_message', 'pg_stat_get_activity',
        'pg_stat_get_progress_info', 'pg_lock_status', 'pg_show_all_settings'))
      and has_function_privilege('public', p.oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', closed.name);
    execute format('grant execute on function %s to tl_owner, tl_app, tl_auth, tl_search, tl_identity, tl_relay, '
      'tl_public, temporal', closed.name);
  end loop;
end
$$;

-- What the planner knows of values is nobody's but the planner's.
revoke select on pg_catalog.pg_stats, pg_catalog.pg_stats_ext, pg_catalog.pg_stats_ext_exprs from public;

-- Only its owner and those it is granted to connect to a database; the migrations grant it to the product's roles.
do $$
begin
  execute format('revoke all on database %I from public', current_database());
end
$$;
