-- Telling people: what moves, ends and is taken back goes with what it is about.

--! definer_begin

-- As before. A due date that moves, comes or goes moves the moment at which a message comes back by itself.
create or replace function auth.tell_asked(p_tasks uuid[], p_partial uuid[], p_asked jsonb, p_actor uuid, p_builtin jsonb, p_hold int)
returns table (member_id uuid, message_id uuid, mail_at timestamptz, for_digest boolean)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with asked as (
    select a.* from jsonb_to_recordset(p_asked) as a (task_id uuid, member_id uuid, type text, kind text, because text,
      title text, body text, priority smallint, due_sort timestamptz, due_day date, instance_id uuid, workflow_id uuid)),
  known as (
    select m.* from messages m where m.tenant_id = {{TENANT}} and m.thing_id = any (p_tasks)),
  news as (
    select a.*, c.email, row_number() over (partition by a.member_id order by a.task_id) as n
    from asked a
    left join known k on k.thing_id = a.task_id and k.member_id = a.member_id
    cross join lateral auth.notification_choice(a.member_id, a.kind, p_builtin) c
    where a.member_id is distinct from p_actor and c.inbox
      and (k.id is null or not k.needs_you or k.type <> a.type or k.because <> a.because)),
  numbered as (
    update inboxes b set last_news = b.last_news + c.pieces
    from (select n.member_id, count(*) as pieces from news n group by n.member_id) c
    where b.tenant_id = {{TENANT}} and b.member_id = c.member_id
    returning b.member_id, b.last_news),
  told as (
    insert into messages as m (tenant_id, member_id, thing_id, type, kind, family, because, title, body, priority, sender_id,
      news_no, needs_you, due_sort, due_day, mail_at, task_id, instance_id, workflow_id)
    select {{TENANT}}, n.member_id, n.task_id, n.type, n.kind, case n.kind when 'failed' then 'workflow' else 'task' end,
      n.because, n.title, n.body, n.priority, p_actor, b.last_news - n.n + 1, true, n.due_sort, n.due_day,
      case n.email when 'now' then now() + make_interval(secs => p_hold) end, n.task_id, n.instance_id, n.workflow_id
    from news n join numbered b on b.member_id = n.member_id
    on conflict (tenant_id, thing_id, member_id) do update set type = excluded.type, kind = excluded.kind,
      family = excluded.family, because = excluded.because, title = excluded.title, body = excluded.body,
      priority = excluded.priority, sender_id = excluded.sender_id, news_no = excluded.news_no, news_at = now(),
      news_count = m.news_count + 1, read_at = null, needs_you = true, due_sort = excluded.due_sort,
      due_day = excluded.due_day, mail_at = excluded.mail_at, snoozed_until = null, wake_at = null, deleted_at = null,
      label = case when m.label = 'archived' or m.deleted_at is not null then 'inbox' else m.label end
    returning m.member_id, m.id, m.thing_id, m.mail_at),
  noted as (
    insert into message_news (tenant_id, member_id, message_id, type, kind, body, sender_id, mail)
    select {{TENANT}}, n.member_id, t.id, n.type, n.kind, n.body, p_actor, nullif(n.email, 'now')
    from news n join told t on t.member_id = n.member_id and t.thing_id = n.task_id),
  -- Still asked: what it says is brought up to date without a word.
  kept as (
    update messages m set needs_you = true, type = a.type, kind = a.kind, because = a.because, title = a.title,
      body = case when m.needs_you then m.body else a.body end, priority = a.priority, due_sort = a.due_sort,
      due_day = a.due_day,
      snoozed_until = case when m.snoozed_until < 'infinity' then least(m.snoozed_until, a.due_sort - interval '1 hour')
        else m.snoozed_until end,
      wake_at = case when a.due_sort = m.due_sort then m.wake_at
        when m.deleted_at is not null then null
        when m.snoozed_until is not null then nullif(least(m.snoozed_until, a.due_sort - interval '1 hour'), 'infinity')
        when m.label = 'archived' then nullif(greatest(a.due_sort - interval '1 day', now()), 'infinity') end
    from asked a
    where m.tenant_id = {{TENANT}} and m.thing_id = a.task_id and m.member_id = a.member_id
      and not exists (select from news n where n.task_id = a.task_id and n.member_id = a.member_id)
      and (not m.needs_you or (m.type, m.title, m.priority, m.due_sort, m.due_day)
        is distinct from (a.type, a.title, a.priority, a.due_sort, a.due_day))
    returning m.member_id, m.id, m.wake_at),
  ended as (
    update messages m set needs_you = false, read_at = coalesce(m.read_at, now()), mail_at = null, snoozed_until = null,
      wake_at = null
    from known k
    where m.tenant_id = {{TENANT}} and m.member_id = k.member_id and m.id = k.id and k.needs_you
      and k.thing_id <> all (p_partial)
      and not exists (select from asked a where a.task_id = k.thing_id and a.member_id = k.member_id)
    returning m.member_id, m.id)
  select t.member_id, t.id, t.mail_at, n.email = 'digest'
  from told t join news n on n.member_id = t.member_id and n.task_id = t.thing_id
  union all select e.member_id, e.id, null, false from ended e
  union all select k.member_id, k.id, k.wake_at, false from kept k
$$;

-- As before; and what relies on a known moment is not left out when that is worked out anew.
create or replace function auth.want_inboxes(p_by timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_by is null then
    return false;
  end if;
  -- Whoever works out anew when that is waits for this to commit, so that it is not left out.
  perform pg_advisory_xact_lock_shared(hashtextextended('inboxes of ' || {{TENANT}}, 0));
  if exists (
    select from inbox_wants where tenant_id = {{TENANT}} and by <= p_by and by > now() + interval '10 seconds') then
    return false;
  end if;
  insert into inbox_wants as w (tenant_id, by) values ({{TENANT}}, p_by)
  on conflict (tenant_id) do update set by = least(w.by, excluded.by);
  return true;
end
$$;

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

grant select (team_id, role_id) on tasks to tl_auth;

--! definer_begin

-- Nobody is asked any more for what waits in a queue that they left; says whose messages these are.
create function auth.end_queue_asks(p_members uuid[]) returns table (member_id uuid, message_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from inboxes b where b.tenant_id = {{TENANT}} and b.member_id = any (p_members) order by b.member_id for no key update;
  return query with asking as (
    select m.member_id, m.id, m.task_id from messages m where m.tenant_id = {{TENANT}} and m.member_id = any (p_members)
      and m.needs_you and m.because = 'queue' and m.deleted_at is null and m.snoozed_until is null
    union all
    select m.member_id, m.id, m.task_id from messages m where m.tenant_id = {{TENANT}} and m.member_id = any (p_members)
      and m.needs_you and m.because = 'queue' and m.deleted_at is null and m.snoozed_until is not null)
  update messages m set needs_you = false, read_at = coalesce(m.read_at, now()), mail_at = null, snoozed_until = null,
    wake_at = null
  from asking a join tasks t on t.tenant_id = {{TENANT}} and t.id = a.task_id
  where m.tenant_id = {{TENANT}} and m.member_id = a.member_id and m.id = a.id
    and not exists (select from team_members q where q.tenant_id = {{TENANT}} and q.team_id = t.team_id
      and q.member_id = a.member_id)
    and not exists (select from members q where q.tenant_id = {{TENANT}} and q.id = a.member_id and q.role_id = t.role_id)
  returning m.member_id, m.id;
end
$$;

-- What people were told of a comment says what the comment says now, and nothing once it is gone; says whose messages
-- these are. As always, their inboxes are locked first, in one order.
create function auth.change_comment_news(p_comment uuid, p_text text) returns table (member_id uuid, message_id uuid)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from inboxes b where b.tenant_id = {{TENANT}} and b.member_id in (
    select n.member_id from message_news n where n.tenant_id = {{TENANT}} and n.source_id = p_comment)
    order by b.member_id for no key update;
  return query with news as (
    update message_news n set body = left(p_text, 2000) where n.tenant_id = {{TENANT}} and n.source_id = p_comment
    returning n.member_id, n.message_id, old.body as was),
  shown as (
    update messages m set body = left(p_text, 2000) from news n
    where m.tenant_id = {{TENANT}} and m.member_id = n.member_id and m.id = n.message_id and m.body = n.was)
  select n.member_id, n.message_id from news n;
end
$$;

--! definer_end tl_app
