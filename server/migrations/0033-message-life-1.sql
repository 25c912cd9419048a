--! definer_begin

-- An open ask of somebody else in the same workspace: the audit says who came upon it, by a mail that was forwarded.
create function auth.asked_of_another(p_message uuid)
returns table (member_id uuid, task_id uuid, title text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.member_id, m.task_id, m.title from messages m
  where m.tenant_id = {{TENANT}} and m.id = p_message and m.needs_you and m.task_id is not null and m.member_id <> {{MEMBER}}
$$;

--! definer_end tl_app
