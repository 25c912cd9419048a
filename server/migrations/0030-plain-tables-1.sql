-- Tables that grow with work become plain tables. What sixteen hash partitions cost, and what they gave: docs/decisions,
-- "Plain tables". In several files: dropping sixteen partitions locks some thousand things, and all of them together would
-- need more locks than a server has.

-- Whatever belongs to a table is read from the catalogue and made again, so that only its partitions are gone afterwards:
-- rows, keys, indexes, foreign keys from it and to it, row security and grants stay as they were.
create function app.make_plain(variadic p_tables regclass[]) returns void
language plpgsql as $$
declare
  tables regclass[] := array(select partrelid::regclass from pg_partitioned_table where partstrat = 'h' and partrelid = any (p_tables));
  old regclass;
  name text;
  columns text;
  statement text;
  foreign_keys text[];
  rest text[];
begin
  foreign_keys := array(select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint
    where contype = 'f' and conparentid = 0 and (conrelid = any (tables) or confrelid = any (tables))
    order by conrelid, conname);

  for statement in
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint
    where contype = 'f' and conparentid = 0 and (conrelid = any (tables) or confrelid = any (tables))
  loop
    execute statement;
  end loop;

  foreach old in array tables loop
    select relname into name from pg_class where oid = old;
    select string_agg(quote_ident(attname), ', ' order by attnum) into columns
    from pg_attribute where attrelid = old and attnum > 0 and not attisdropped and attgenerated = '';

    rest := array(select made from (
      select 1 as place, format('alter table %I add constraint %I %s', name, conname, pg_get_constraintdef(oid)) as made
      from pg_constraint where conrelid = old and contype in ('p', 'u')
      union all
      select 2, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') from pg_index i
      where i.indrelid = old and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
      union all
      select 3, format('alter table %I enable row level security, force row level security', name)
      union all
      select 4, format('create policy %I on %I for %s to %s%s%s', policyname, name, cmd,
        (select string_agg(quote_ident(role), ', ') from unnest(roles) role), ' using (' || qual || ')',
        ' with check (' || with_check || ')')
      from pg_policies where schemaname = 'public' and tablename = name
      union all
      select 5, format('grant %s on %I to %I', a.privilege_type, name, a.grantee::regrole)
      from pg_class c, aclexplode(c.relacl) a where c.oid = old and a.grantee <> c.relowner
      union all
      select 5, format('grant %s (%I) on %I to %I', a.privilege_type, t.attname, name, a.grantee::regrole)
      from pg_attribute t, aclexplode(t.attacl) a where t.attrelid = old and not t.attisdropped) hanging
      order by place, made);

    execute format('alter table %s rename to %I', old, name || '_partitioned');
    -- Row security would hide the rows even from the owner.
    execute format('alter table %s no force row level security', old);
    execute format('create table %I (like %s including defaults including generated including constraints)', name, old);
    execute format('insert into %I (%s) select %s from %s', name, columns, columns, old);
    execute format('drop table %s', old);
    foreach statement in array rest loop
      execute statement;
    end loop;
  end loop;

  foreach statement in array foreign_keys loop
    execute statement;
  end loop;
end $$;

select app.make_plain('instances');
