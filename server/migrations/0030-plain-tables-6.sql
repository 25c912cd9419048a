-- All that are left.
select app.make_plain(variadic array(select partrelid::regclass from pg_partitioned_table where partstrat = 'h'));
drop function app.make_plain;
