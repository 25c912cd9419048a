-- When somebody whom staff removed asked again: what they were sent before that lets nobody in.
alter table waitlist add column rejoined_at timestamptz;

--! definer_begin

-- As before, but that the last invitation is remembered: another within 24 hours would not be sent.
create or replace function auth.join_waitlist(p_email text, p_type text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into waitlist as w (email, type) values (p_email, p_type)
  on conflict (email_key) do update set asked_at = now(), removed_at = null,
    rejoined_at = case when w.removed_at is null then w.rejoined_at else now() end
$$;

-- As before. Somebody whom staff removed and who asks again waits like anybody, until they are invited again.
create or replace function auth.is_invited_by_staff(p_email text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from waitlist w
    where w.email_key = casefold(normalize(p_email, NFKC)) and w.invited_at > now() - interval '7 days'
      and w.invited_at > coalesce(w.rejoined_at, '-infinity') and w.removed_at is null)
$$;

--! definer_end tl_identity
