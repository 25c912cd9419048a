/**
 * What must hold for every table, view, function and role, asked of PostgreSQL's own catalogue. Each query names
 * offenders and must answer nothing; `breach` is a change that the check has to notice.
 * `$1` is the list of global tables.
 */
export interface CatalogueCheck {
  promise: string
  offenders: string
  breach: string
}

const NOT_OF_AN_EXTENSION = (oid: string) =>
  `not exists (select from pg_depend e where e.objid = ${oid} and e.deptype = 'e')`

export const RELATIONS = `select c.* from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and ${NOT_OF_AN_EXTENSION('c.oid')}`

const TABLES = `select * from (${RELATIONS}) c where relkind in ('r', 'p')`
/** Partitions of a tenant table are tenant tables. */
const TENANT_TABLES = `select * from (${TABLES}) c where relname <> all ($1::text[])`
const FUNCTIONS = `select p.* from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and ${NOT_OF_AN_EXTENSION('p.oid')}`
const columnOf = (table: string, number: string) =>
  `(select attname from pg_attribute where attrelid = ${table} and attnum = ${number})`

/** Everything granted on the relations, as `(relation, grantee, privilege)`, columns included. */
const GRANTS = `select c.oid, c.relname, c.relispartition, c.relkind, c.relowner, a.grantee, a.privilege_type
  from (${RELATIONS}) c, lateral (
    select * from aclexplode(c.relacl)
    union all
    select x.* from pg_attribute t, aclexplode(t.attacl) x where t.attrelid = c.oid and t.attacl is not null) a
  where a.grantee <> c.relowner`

const TENANT_POLICY = `(tenant_id = ( SELECT (NULLIF(current_setting(''app.tenant''::text, true), ''''::text))::uuid AS "nullif"))`

export const TABLE_CHECKS: CatalogueCheck[] = [
  {
    promise: 'every table, partitions included, has row security on and forced',
    offenders: `select relname from (${TABLES}) t where not (relrowsecurity and relforcerowsecurity)`,
    breach: 'alter table events_default no force row level security',
  },
  {
    promise: 'every table that is not global has tenant_id at the head of its primary key',
    offenders: `select relname from (${TENANT_TABLES}) t where not exists (
      select from pg_constraint k where k.conrelid = t.oid and k.contype = 'p' and ${columnOf('t.oid', 'k.conkey[1]')} = 'tenant_id')`,
    breach: 'create table notes (id uuid primary key, tenant_id uuid not null)',
  },
  {
    promise: 'every table that is not global has the tenant policy, for jobs alone where people have their own rows',
    offenders: `select relname from (${TENANT_TABLES}) t where not relispartition and not exists (
      select from pg_policy p where p.polrelid = t.oid and p.polcmd = '*' and p.polpermissive
        and (p.polname, p.polroles) in (('tenant', array['tl_app'::regrole::oid]), ('jobs', array['tl_worker'::regrole::oid]))
        and pg_get_expr(p.polqual, t.oid) = '${TENANT_POLICY}' and pg_get_expr(p.polwithcheck, t.oid) = '${TENANT_POLICY}')`,
    breach: 'alter policy tenant on members using (tenant_id is not null)',
  },
  {
    promise: 'every table that names a tenant can be erased with a closed workspace',
    offenders: `select relname from (${TABLES}) t join pg_attribute a on a.attrelid = t.oid and a.attname = 'tenant_id' and not a.attisdropped
      where not t.relispartition and not exists (select from pg_policy p where p.polrelid = t.oid and p.polname = 'erasure'
        and p.polcmd = '*' and p.polroles = array['tl_owner'::regrole::oid])`,
    breach: 'create table notes (tenant_id uuid, id uuid, primary key (tenant_id, id))',
  },
  {
    promise: 'tables without a policy are partitions, which nobody is granted',
    offenders: `select relname from (${TABLES}) t where not relispartition and not exists (select from pg_policy where polrelid = t.oid)`,
    breach: 'drop policy migrator on schema_migrations',
  },
  {
    promise: 'foreign keys between tenant tables begin with tenant_id on both sides',
    offenders: `select t.relname || '.' || k.conname from (${TENANT_TABLES}) t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
      where ${columnOf('k.conrelid', 'k.conkey[1]')} <> 'tenant_id' or ${columnOf('k.confrelid', 'k.confkey[1]')} <> 'tenant_id'
        or cardinality(k.conkey) < 2`,
    breach: `create table notes (tenant_id uuid, id uuid, author uuid references people (id), primary key (tenant_id, id))`,
  },
  {
    promise: 'no foreign key deletes rows by itself, and none that is emptied empties tenant_id',
    offenders: `select k.conname from pg_constraint k join (${TABLES}) t on t.oid = k.conrelid where k.contype = 'f'
      and (k.confdeltype = 'c' or k.confupdtype <> 'a' or (k.confdeltype = 'n' and (k.confdelsetcols is null
        or exists (select from unnest(k.confdelsetcols) c (number) where ${columnOf('k.conrelid', 'c.number')} = 'tenant_id'))))`,
    breach: `alter table team_members add foreign key (tenant_id, member_id) references members (tenant_id, id) on delete cascade`,
  },
  {
    // Words and letters of names are asked for by app.search alone, whose owner row security does not hold back.
    promise: 'index columns of tenant tables compare by leakproof operators, and none is an expression',
    offenders: `select i.indexrelid::regclass::text from (${TENANT_TABLES}) t join pg_index i on i.indrelid = t.oid
      and i.indexrelid::regclass::text <> 'search_entries_found'
      where i.indexprs is not null or exists (
        select from unnest(i.indclass::oid[]) o (class) join pg_opclass c on c.oid = o.class
        left join pg_amop a on a.amopfamily = c.opcfamily and a.amoplefttype = c.opcintype and a.amoprighttype = c.opcintype
          and a.amopstrategy between 1 and 5
        left join pg_operator q on q.oid = a.amopopr left join pg_proc f on f.oid = q.oprcode
        where f.proleakproof is not true)`,
    breach: 'create index on members (tenant_id, lower(email))',
  },
  {
    promise: 'no enum, citext or numeric column in a table',
    offenders: `select t.relname || '.' || a.attname from (${TABLES}) t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
      join pg_type y on y.oid = a.atttypid where y.typtype = 'e' or y.typname in ('citext', 'numeric')`,
    breach: 'alter table teams add price numeric',
  },
  {
    promise: 'no trigger and no rewrite rule: what happens together is written together',
    offenders: `select tgname from pg_trigger g join (${TABLES}) t on t.oid = g.tgrelid where not g.tgisinternal
      union all select rulename from pg_rewrite r join (${TABLES}) t on t.oid = r.ev_class`,
    breach: 'create rule kept as on delete to teams do instead nothing',
  },
  {
    promise: 'views ask with the rights of whoever reads them; there is nothing stored or foreign',
    offenders: `select relname from (${RELATIONS}) c where relkind in ('m', 'f')
      or (relkind = 'v' and not coalesce('security_invoker=true' = any (reloptions), false))`,
    breach: 'create view all_members as select * from members',
  },
]

export const RIGHT_CHECKS: CatalogueCheck[] = [
  {
    promise: 'nobody connects to the database but the doors and the migrator, and nobody makes temporary tables there',
    offenders: `select coalesce(nullif(a.grantee, 0)::regrole::text, 'everyone') || ' ' || a.privilege_type
      from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
      where d.datname = current_database() and a.grantee <> d.datdba and not (a.privilege_type = 'CONNECT' and a.grantee = any (
        array['tl_api', 'tl_worker', 'tl_identity', 'tl_relay', 'tl_public', 'tl_staff', 'tl_report', 'tl_migrator']::regrole[]::oid[]))`,
    breach: `do $$ begin execute format('grant temporary on database %I to public', current_database()); end $$`,
  },
  {
    promise: 'nobody is granted anything on a partition',
    offenders: `select relname || ' to ' || grantee::regrole from (${GRANTS}) g where relispartition`,
    breach: 'grant select (id) on events_default to tl_app',
  },
  {
    promise: 'nothing is granted to everyone',
    offenders: `select relname || ' ' || privilege_type from (${GRANTS}) g where grantee = 0`,
    breach: 'grant select on teams to public',
  },
  {
    promise: 'what row security does not see (truncate, references, triggers, maintenance) is granted to nobody',
    offenders: `select relname || ' ' || privilege_type from (${GRANTS}) g
      where relkind <> 'S' and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')`,
    breach: 'grant truncate on teams to tl_app',
  },
  {
    promise: 'append-only tables are neither updated nor deleted from',
    offenders: `select relname || ' ' || privilege_type || ' to ' || grantee::regrole from (${GRANTS}) g
      where relname ~ '^(events|audit_log)(_|$)' and privilege_type not in ('SELECT', 'INSERT')`,
    breach: 'grant update (data) on audit_log to tl_relay',
  },
  {
    promise: 'every policy is for named roles and only ever widens',
    offenders: `select t.relname || '.' || polname from pg_policy p join (${TABLES}) t on t.oid = p.polrelid
      where 0 = any (p.polroles) or not p.polpermissive`,
    breach: 'create policy everyone on teams using (tenant_id is null)',
  },
  {
    promise: 'definer functions have a fixed search path and belong to tl_auth, tl_search or tl_owner',
    offenders: `select proname from (${FUNCTIONS}) f where prosecdef and (
      proowner not in ('tl_auth'::regrole, 'tl_search'::regrole, 'tl_owner'::regrole)
      or not coalesce('search_path=pg_catalog, public, pg_temp' = any (proconfig), false))`,
    breach: `create function auth.leak() returns bigint language sql security definer return (select count(*) from members)`,
  },
  {
    promise: 'no function of ours is executable by everyone',
    offenders: `select proname from (${FUNCTIONS}) f where has_function_privilege('public', oid, 'execute')`,
    breach: 'grant execute on function auth.sweep(int) to public',
  },
  {
    promise: 'roles that log in are neither mighty nor owners; only the migrator may become the owner',
    offenders: `select rolname from pg_roles r where rolname ~ '^tl_' and (
      rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication
      or (rolcanlogin and exists (select from pg_shdepend d where d.refobjid = r.oid and d.deptype = 'o'))
      or (rolcanlogin and rolname <> 'tl_migrator' and exists (
        select from unnest(array['tl_owner', 'tl_auth', 'tl_search']) o (name) where pg_has_role(r.oid, o.name, 'member'))))`,
    breach: 'grant tl_auth to tl_api',
  },
  {
    promise: 'no role that logs in may make things where functions look for theirs',
    offenders: `select rolname || ' in ' || schema from pg_roles r, unnest(array['public', 'app', 'auth', 'report', 'staff']) s (schema)
      where rolname ~ '^tl_' and rolcanlogin and rolname <> 'tl_migrator' and has_schema_privilege(r.oid, schema, 'create')`,
    breach: 'grant create on schema public to tl_worker',
  },
  {
    promise: 'the tenant of a transaction is set by its opening alone: set_config is closed',
    offenders: `select rolname from pg_roles r where rolname ~ '^tl_'
      and has_function_privilege(r.oid, 'set_config(text, text, boolean)', 'execute')`,
    breach: 'grant execute on function set_config(text, text, boolean) to tl_identity',
  },
]
