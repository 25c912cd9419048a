-- The database's roles. Run as superuser, once for the cluster; running it again changes nothing.
-- Passwords are not here: set them with ALTER ROLE … PASSWORD for every role that may log in.
-- No role that logs in is superuser, may bypass row-level security, or may create roles and databases.

do $$
declare
  name text;
begin
  foreach name in array array['tl_owner', 'tl_app', 'tl_auth', 'tl_search'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I', name);
    end if;
    execute format('alter role %I nologin nosuperuser nobypassrls nocreatedb nocreaterole noreplication', name);
  end loop;

  foreach name in array array[
    'tl_migrator', 'tl_api', 'tl_worker', 'tl_identity', 'tl_relay', 'tl_public', 'tl_staff', 'tl_report', 'temporal'
  ] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I', name);
    end if;
    execute format('alter role %I login nosuperuser nobypassrls nocreatedb nocreaterole noreplication', name);
  end loop;
end
$$;

-- Migrations become the owner, who hands definer functions to the two roles that own them but does not share their policies.
grant tl_owner to tl_migrator;
grant tl_auth, tl_search to tl_owner with inherit false, set true;
grant tl_app to tl_api, tl_worker;
-- A connection of reports is known by when it began, which only this lets the functions of tl_auth read.
grant pg_read_all_stats to tl_auth;

alter role tl_api set statement_timeout = '5s';
alter role tl_api set idle_in_transaction_session_timeout = '10s';
alter role tl_api set lock_timeout = '2s';
alter role tl_api set plan_cache_mode = force_generic_plan;

alter role tl_identity set statement_timeout = '5s';
alter role tl_identity set idle_in_transaction_session_timeout = '10s';
alter role tl_identity set lock_timeout = '2s';

alter role tl_public set statement_timeout = '5s';
alter role tl_public set idle_in_transaction_session_timeout = '10s';
alter role tl_public set lock_timeout = '2s';

-- Staff look up a few rows of columns that hold no customer's work; see docs/decisions/0029.
alter role tl_staff set statement_timeout = '5s';
alter role tl_staff set idle_in_transaction_session_timeout = '10s';
alter role tl_staff set lock_timeout = '2s';
alter role tl_staff set plan_cache_mode = force_generic_plan;
alter role tl_staff set enable_seqscan = off;

-- Jobs work in bites: one that takes longer than this hangs, and would hold back the cleaning of every queue.
alter role tl_worker set statement_timeout = '15s';
alter role tl_worker set idle_in_transaction_session_timeout = '30s';
alter role tl_worker set lock_timeout = '5s';
alter role tl_worker set plan_cache_mode = force_generic_plan;

-- Every statement looks up a few rows. Statistics of tables that are small, or were when the plan for all values was made,
-- must not talk the planner into reading all of one. Why incremental sorts and bitmaps are among them: docs/decisions/0019.
do $$
declare
  name text;
  way text;
begin
  foreach name in array array['tl_api', 'tl_worker'] loop
    foreach way in array array[
      'enable_seqscan', 'enable_bitmapscan', 'enable_incremental_sort', 'enable_hashjoin', 'enable_mergejoin'
    ] loop
      execute format('alter role %I set %I = off', name, way);
    end loop;
    -- A plan for all values expects the rows of every tenant: it would start processes to look up one.
    execute format('alter role %I set max_parallel_workers_per_gather = 0', name);
  end loop;
end
$$;
alter role tl_relay set enable_seqscan = off;

alter role tl_migrator set lock_timeout = '2s';

-- People's own queries run as this role (docs/decisions/0027): it finds nothing but the views of one schema, and each of
-- its statements has little memory, disk and time. A runner that is gone is noticed within a second. The memory is that of
-- one sort; the gate lets a query have 40, and where processes are limited to 256 MB each, all of them together hold 4 GB.
alter role tl_report connection limit 16;
alter role tl_report set search_path = report;
alter role tl_report set default_transaction_read_only = on;
alter role tl_report set statement_timeout = '30s';
alter role tl_report set idle_in_transaction_session_timeout = '10s';
alter role tl_report set lock_timeout = '2s';
alter role tl_report set work_mem = '16MB';
alter role tl_report set hash_mem_multiplier = 1;
alter role tl_report set temp_file_limit = '256MB';
alter role tl_report set client_connection_check_interval = '1s';
alter role tl_report set max_parallel_workers_per_gather = 0;
alter role tl_report set jit = off;
