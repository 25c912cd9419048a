-- Telling costs what its rows cost. One statement for all cases was set up whole for each act, whatever the act left to
-- do; now each case is a statement of its own, by key, and runs only where there is something to do.

--! definer_begin

-- As before. Plans are made once for a connection: of lists whose length is unknown they would be made anew each time.
create or replace function auth.tell(p_tasks uuid[], p_partial uuid[], p_asked jsonb, p_notices jsonb, p_actor uuid, p_builtin jsonb,
  p_hold int)
returns jsonb language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan as $$
declare
  tenant constant uuid := nullif(current_setting('app.tenant', true), '')::uuid;
  crowded jsonb := '[]';
  people uuid[];
  have_inboxes boolean;
  result jsonb := '[]';
  mail timestamptz;
  digests uuid[];
  ask record;
  news_no bigint;
  message uuid;
  due timestamptz;
  -- Messages of those who are asked, and whose messages have changed.
  asking uuid[] := '{}';
  changed_people uuid[] := '{}';
  changed uuid[] := '{}';
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
      where n.notice ? 'followers' and o.tenant_id = tenant and o.workflow_id = (n.notice ->> 'workflow_id')::uuid
        and o.level = 'everything' and (n.notice -> 'followers' = 'true' or n.notice -> 'followers' ? o.member_id::text)
      limit 51) w) f;
  end if;

  select array_agg(distinct p.id order by p.id), bool_and(exists (
    select from inboxes b where b.tenant_id = tenant and b.member_id = p.id)) into people, have_inboxes
  from (
    select (a ->> 'member_id')::uuid as id from jsonb_array_elements(p_asked) a
    union all
    select m.member_id from messages m where m.tenant_id = tenant and m.thing_id = any (p_tasks) and m.needs_you
    union all
    select t.value::uuid from jsonb_array_elements(p_notices) n cross join lateral jsonb_array_elements_text(n -> 'to') t) p;
  if people is null then
    return jsonb_build_object('told', '[]'::jsonb, 'wake', false, 'crowded', crowded);
  end if;

  if not have_inboxes then
    insert into inboxes (tenant_id, member_id) select tenant, p from unnest(people) p order by p on conflict do nothing;
  end if;
  -- In one order for everybody. What follows sees what others committed while this waited.
  perform from inboxes b where b.tenant_id = tenant and b.member_id = any (people) order by b.member_id for no key update;

  if jsonb_path_exists(p_notices, '$[*].to[*]') then
    select coalesce(jsonb_agg(jsonb_build_array(c.member_id, c.message_id)), '[]'), min(c.mail_at),
      array_agg(distinct c.member_id) filter (where c.for_digest)
    into result, mail, digests from auth.tell_news(p_notices, p_actor, p_builtin, p_hold) c;
  end if;

  if p_asked <> '[]' then
    -- Each is looked up by its key, which the offset keeps apart: joined, all messages would be read where statistics are old.
    for ask in
      select a.*, k.id as known, coalesce(k.needs_you, false) as was_asked,
        a.member_id is distinct from p_actor and coalesce(c.inbox, d.inbox, (p_builtin -> a.kind ->> 'inbox')::boolean)
          and (k.id is null or not k.needs_you or k.type <> a.type or k.because <> a.because) as is_news,
        (k.type, k.title, k.priority, k.due_sort, k.due_day)
          is distinct from (a.type, a.title, a.priority, a.due_sort, a.due_day) as says_otherwise,
        coalesce(c.email, d.email, p_builtin -> a.kind ->> 'email') as email
      from jsonb_to_recordset(p_asked) as a (task_id uuid, member_id uuid, type text, kind text, because text,
        title text, body text, priority smallint, due_sort timestamptz, due_day date, instance_id uuid, workflow_id uuid)
      left join lateral (select * from messages o
        where o.tenant_id = tenant and o.thing_id = a.task_id and o.member_id = a.member_id offset 0) k on true
      left join lateral (select * from notification_defaults o
        where o.tenant_id = tenant and o.kind = a.kind offset 0) d on true
      left join lateral (select * from notification_choices o where o.tenant_id = tenant and o.member_id = a.member_id
        and o.kind = a.kind and coalesce(d.can_change, true) offset 0) c on true
      order by a.task_id desc
    loop
      message := ask.known;
      if ask.is_news then
        update inboxes b set last_news = b.last_news + 1 where b.tenant_id = tenant and b.member_id = ask.member_id
        returning b.last_news into news_no;
        -- A mail that is due for other news of the same thing still goes out.
        insert into messages as m (tenant_id, member_id, thing_id, type, kind, family, because, title, body, priority,
          sender_id, news_no, needs_you, due_sort, due_day, mail_at, task_id, instance_id, workflow_id)
        values (tenant, ask.member_id, ask.task_id, ask.type, ask.kind,
          case ask.kind when 'failed' then 'workflow' else 'task' end, ask.because, ask.title, ask.body, ask.priority,
          p_actor, news_no, true, ask.due_sort, ask.due_day,
          case ask.email when 'now' then now() + make_interval(secs => p_hold) end, ask.task_id, ask.instance_id,
          ask.workflow_id)
        on conflict (tenant_id, thing_id, member_id) do update set type = excluded.type, kind = excluded.kind,
          family = excluded.family, because = excluded.because, title = excluded.title, body = excluded.body,
          priority = excluded.priority, sender_id = excluded.sender_id, news_no = excluded.news_no, news_at = now(),
          news_count = m.news_count + 1, read_at = null, needs_you = true, due_sort = excluded.due_sort,
          due_day = excluded.due_day, mail_at = coalesce(excluded.mail_at, m.mail_at), snoozed_until = null, wake_at = null, deleted_at = null,
          label = case when m.label = 'archived' or m.deleted_at is not null then 'inbox' else m.label end
        returning m.id, m.mail_at into message, due;
        insert into message_news (tenant_id, member_id, message_id, type, kind, body, sender_id, mail)
        values (tenant, ask.member_id, message, ask.type, ask.kind, ask.body, p_actor, nullif(ask.email, 'now'));
        if ask.email = 'digest' then
          digests := digests || ask.member_id;
        end if;
      elsif message is null then
        continue;
      elsif not ask.was_asked or ask.says_otherwise then
        -- Still asked: what it says is brought up to date without a word. A due date that moves, comes or goes moves the
        -- moment at which a message comes back by itself.
        update messages m set needs_you = true, type = ask.type, kind = ask.kind, because = ask.because, title = ask.title,
          body = case when m.needs_you then m.body else ask.body end, priority = ask.priority, due_sort = ask.due_sort,
          due_day = ask.due_day,
          snoozed_until = case when m.snoozed_until < 'infinity'
            then least(m.snoozed_until, ask.due_sort - interval '1 hour') else m.snoozed_until end,
          wake_at = case when ask.due_sort = m.due_sort then m.wake_at
            when m.deleted_at is not null then null
            when m.snoozed_until is not null
              then nullif(least(m.snoozed_until, ask.due_sort - interval '1 hour'), 'infinity')
            when m.label = 'archived' then nullif(greatest(ask.due_sort - interval '1 day', now()), 'infinity') end
        where m.tenant_id = tenant and m.member_id = ask.member_id and m.id = message
        returning m.wake_at into due;
      else
        asking := asking || message;
        continue;
      end if;
      asking := asking || message;
      changed_people := changed_people || ask.member_id;
      changed := changed || message;
      mail := least(mail, due);
    end loop;
  end if;

  -- Nobody else is asked any more.
  with ended as (
    update messages m set needs_you = false, read_at = coalesce(m.read_at, now()), mail_at = null, snoozed_until = null,
      wake_at = null
    where m.tenant_id = tenant and m.thing_id = any (p_tasks) and m.needs_you and m.thing_id <> all (p_partial)
      and m.id <> all (asking)
    returning m.member_id, m.id)
  select result || coalesce(jsonb_agg(jsonb_build_array(c.member_id, c.id)), '[]') into result
  from (select * from ended union all select * from unnest(changed_people, changed)) as c (member_id, id);

  if cardinality(digests) > 0 then
    mail := least(mail, auth.want_digests(array(select distinct d from unnest(digests) d)));
  end if;
  return jsonb_build_object('told', result, 'wake', mail is not null and auth.want_inboxes(mail), 'crowded', crowded);
end
$$;

drop function auth.tell_asked(uuid[], uuid[], jsonb, uuid, jsonb, int);

--! definer_end tl_auth
