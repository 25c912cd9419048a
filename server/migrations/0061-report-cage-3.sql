-- What would grow without end, with an end. The gate prints these in place of PostgreSQL's own, which it never names.

-- The most that a cell of a spreadsheet holds.
create function report.string_agg_step(total text, value text, separator text) returns text
language plpgsql immutable parallel safe as $$
begin
  if value is null then return total; end if;
  if total is null then return value; end if;
  if length(total) + length(value) + length(coalesce(separator, '')) > 32767 then
    raise exception using errcode = 'RPT01', message = 'string_agg can put together at most 32,767 characters.';
  end if;
  return total || coalesce(separator, '') || value;
end $$;
create aggregate report.string_agg (text, text) (sfunc = report.string_agg_step, stype = text);

-- Texts that are put together stay small enough for a hundred of them to fit into memory.
create function report.short(value text) returns text
language plpgsql immutable parallel safe as $$
begin
  if octet_length(value) > 200000 then
    raise exception using errcode = 'RPT01', message = 'A text can have at most 200 KB.';
  end if;
  return value;
end $$;

create function report.repeat(value text, times int) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value)::bigint * greatest(times, 0) > 32767 then
    raise exception using errcode = 'RPT01', message = 'repeat can make at most 32,767 characters.';
  end if;
  return pg_catalog.repeat(value, times);
end $$;

create function report.lpad(value text, width int, fill text default ' ') returns text
language plpgsql immutable strict parallel safe as $$
begin
  if width > 32767 then
    raise exception using errcode = 'RPT01', message = 'lpad can make at most 32,767 characters.';
  end if;
  return pg_catalog.lpad(value, width, fill);
end $$;

create function report.rpad(value text, width int, fill text default ' ') returns text
language plpgsql immutable strict parallel safe as $$
begin
  if width > 32767 then
    raise exception using errcode = 'RPT01', message = 'rpad can make at most 32,767 characters.';
  end if;
  return pg_catalog.rpad(value, width, fill);
end $$;

create function report.replace(value text, old text, new text) returns text
language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(value)::bigint * greatest(octet_length(new), 1) > 200000 then
    raise exception using errcode = 'RPT01', message = 'replace would make a text of more than 200 KB.';
  end if;
  return pg_catalog.replace(value, old, new);
end $$;

create function report.regexp_replace(value text, pattern text, new text, flags text default '') returns text
language plpgsql immutable strict parallel safe as $$
begin
  -- Each place of the new text may be filled with all of the old one.
  if octet_length(value)::bigint * (octet_length(new) + 1) * (1 + regexp_count(new, '\\[0-9&]')) > 200000 then
    raise exception using errcode = 'RPT01', message = 'regexp_replace would make a text of more than 200 KB.';
  end if;
  return pg_catalog.regexp_replace(value, pattern, new, flags);
end $$;

create function report.generate_series(first bigint, last bigint, step bigint default 1) returns setof bigint
language plpgsql immutable strict parallel safe rows 1000 as $$
begin
  if step <> 0 and (last::numeric - first) / step > 10000 then
    raise exception using errcode = 'RPT01', message = 'generate_series can make at most 10,000 rows.';
  end if;
  return query select pg_catalog.generate_series(first, last, step);
end $$;

create function report.generate_series(first timestamp, last timestamp, step interval) returns setof timestamp
language plpgsql immutable strict parallel safe rows 1000 as $$
declare
  seconds constant numeric := extract(epoch from step);
begin
  if not isfinite(first) or not isfinite(last) or not isfinite(step)
      or (seconds <> 0 and extract(epoch from last - first) / seconds > 10000) then
    raise exception using errcode = 'RPT01', message = 'generate_series can make at most 10,000 rows.';
  end if;
  return query select pg_catalog.generate_series(first, last, step);
end $$;

-- Today where the organization is.
create function report.today() returns date
language sql stable parallel restricted
return (now() at time zone app.report_zone())::date;

grant execute on all functions in schema report to tl_report;
