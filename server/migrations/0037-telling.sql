-- Telling people: what moves, ends and is taken back goes with what it is about.

--! definer_begin

-- As before; of the notices whose followers are too many for an act it says the places.
create or replace function auth.tell(p_tasks uuid[], p_partial uuid[], p_asked jsonb, p_notices jsonb, p_actor uuid, p_builtin jsonb,
  p_hold int)
returns jsonb language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  crowded jsonb := '[]';
  people uuid[];
  result jsonb;
  mail timestamptz;
  digests uuid[];
  more uuid[];
begin
  -- Whoever follows a workflow is known here alone. Where these are more than an act tells, a job does.
  if jsonb_path_exists(p_notices, '$[*].followers') then
    select coalesce(jsonb_agg(case when cardinality(f.people) <= 50
          then jsonb_set(n.notice, '{to}', (n.notice -> 'to') || to_jsonb(f.people)) else n.notice end order by n.nth), '[]'),
      coalesce(jsonb_agg(n.notice -> 'place') filter (where cardinality(f.people) > 50), '[]')
    into p_notices, crowded
    from jsonb_array_elements(p_notices) with ordinality as n (notice, nth)
    cross join lateral (select array_agg(w.member_id) as people from (
      select o.member_id from follows o
      where n.notice ? 'followers' and o.tenant_id = {{TENANT}} and o.workflow_id = (n.notice ->> 'workflow_id')::uuid
        and o.level = 'everything' and (n.notice -> 'followers' = 'true' or n.notice -> 'followers' ? o.member_id::text)
      limit 51) w) f;
  end if;

  select array_agg(distinct p.id order by p.id) into people from (
    select a.member_id as id from jsonb_to_recordset(p_asked) as a (member_id uuid)
    union all
    select m.member_id from messages m where m.tenant_id = {{TENANT}} and m.thing_id = any (p_tasks) and m.needs_you
    union all
    select t.value::uuid from jsonb_array_elements(p_notices) n cross join lateral jsonb_array_elements_text(n -> 'to') t) p;
  if people is null then
    return jsonb_build_object('told', '[]'::jsonb, 'wake', false, 'crowded', crowded);
  end if;

  insert into inboxes (tenant_id, member_id)
  select {{TENANT}}, p from unnest(people) p
  where not exists (select from inboxes b where b.tenant_id = {{TENANT}} and b.member_id = p)
  order by p on conflict do nothing;
  -- In one order for everybody. What follows sees what others committed while this waited.
  perform from inboxes b where b.tenant_id = {{TENANT}} and b.member_id = any (people) order by b.member_id for no key update;

  with changed as (
    select * from auth.tell_news(p_notices, p_actor, p_builtin, p_hold) where p_notices <> '[]')
  select coalesce(jsonb_agg(jsonb_build_array(c.member_id, c.message_id)), '[]'), min(c.mail_at),
    array_agg(distinct c.member_id) filter (where c.for_digest)
  into result, mail, digests from changed c;
  if cardinality(p_tasks) > 0 then
    with changed as (select * from auth.tell_asked(p_tasks, p_partial, p_asked, p_actor, p_builtin, p_hold))
    select result || coalesce(jsonb_agg(jsonb_build_array(c.member_id, c.message_id)), '[]'), least(mail, min(c.mail_at)),
      array_agg(distinct c.member_id) filter (where c.for_digest)
    into result, mail, more from changed c;
    digests := digests || more;
  end if;
  if cardinality(digests) > 0 then
    mail := least(mail, auth.want_digests(array(select distinct d from unnest(digests) d)));
  end if;
  return jsonb_build_object('told', result, 'wake', auth.want_inboxes(mail), 'crowded', crowded);
end
$$;

--! definer_end tl_auth
