--! definer_begin

-- As before. Somebody whom staff removed and who asks again waits like anybody: their invitation went with the removal.
create or replace function auth.join_waitlist(p_email text, p_type text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into waitlist as w (email, type) values (p_email, p_type)
  on conflict (email_key) do update set asked_at = now(), removed_at = null,
    invited_at = case when w.removed_at is null then w.invited_at end,
    bounced_at = case when w.removed_at is null then w.bounced_at end
$$;

-- As before. An invitation is good for seven days, as the link in its mail.
create or replace function auth.is_invited_by_staff(p_email text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from waitlist w
    where w.email_key = casefold(normalize(p_email, NFKC)) and w.invited_at > now() - interval '7 days'
      and w.removed_at is null)
$$;

--! definer_end tl_identity
