-- With the address as the account has it: mail goes there, never to another spelling that only compares equal.
--! definer_begin

drop function auth.person_by_email(text);
create function auth.person_by_email(p_email text) returns table (person_id uuid, auth_type text, email text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, auth_type, email from people where deleted_at is null and email_key = casefold(normalize(p_email, NFKC))
$$;

--! definer_end tl_identity
