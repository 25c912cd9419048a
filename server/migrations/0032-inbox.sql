-- What people are told: one message for each thing and person, which later news of that thing brings up again.

-- The number of a person's latest news. Taking the next one locks the row, so that news is ordered by these numbers and
-- not by a clock; rows of several people are taken in the order of their ids.
create table inboxes (
  tenant_id uuid not null,
  member_id uuid not null,
  last_news bigint not null default 0,
  primary key (tenant_id, member_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
) with (fillfactor = 50);

create table message_labels (
  tenant_id uuid not null,
  member_id uuid not null,
  label text collate "C" not null check (length(label) between 1 and 60),
  name text not null check (length(name) between 1 and 60),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null default now(),
  primary key (tenant_id, member_id, label),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);

create table messages (
  tenant_id uuid not null,
  member_id uuid not null,
  id uuid not null default uuidv7(),
  -- The task, instance, file or workflow it is about; of a notice about the account a number of its own.
  thing_id uuid not null,
  type text not null check (length(type) <= 60),
  kind text not null check (length(kind) <= 30),
  family text not null check (family in ('task', 'workflow', 'system')),
  -- Why this person is told.
  because text not null check (length(because) <= 30),
  title text not null check (length(title) <= 400),
  body text not null default '' check (length(body) <= 2000),
  priority smallint not null default 2 check (priority between 0 and 3),
  sender_id uuid,
  label text collate "C" not null default 'inbox' check (length(label) between 1 and 60),
  news_no bigint not null,
  news_at timestamptz not null default now(),
  news_count int not null default 1,
  read_at timestamptz,
  -- Somebody or something waits for this person; cleared by the transaction that ends it.
  needs_you boolean not null default false,
  due_sort timestamptz not null default 'infinity',
  due_day date,
  -- Hidden until then; infinity: until there is news.
  snoozed_until timestamptz,
  -- When it comes back by itself: out of a snooze, or out of the archive the day before it is due.
  wake_at timestamptz,
  -- When its mail is due, unless it is read or done by then.
  mail_at timestamptz,
  deleted_at timestamptz,
  task_id uuid,
  instance_id uuid,
  workflow_id uuid,
  document_id uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, member_id, id),
  unique (tenant_id, thing_id, member_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, sender_id) references members (tenant_id, id)
) with (fillfactor = 80);
create index messages_asking on messages (tenant_id, member_id, label, due_sort, id)
  where needs_you and deleted_at is null and snoozed_until is null;
create index messages_other on messages (tenant_id, member_id, label, news_no desc)
  where not needs_you and deleted_at is null and snoozed_until is null;
create index messages_unread on messages (tenant_id, member_id, label, news_no desc)
  where read_at is null and deleted_at is null and snoozed_until is null;
create index messages_snoozed on messages (tenant_id, member_id, snoozed_until, id)
  where snoozed_until is not null and deleted_at is null;
create index messages_deleted on messages (tenant_id, member_id, deleted_at desc, id) where deleted_at is not null;
create index messages_wake on messages (tenant_id, wake_at) where wake_at is not null;
create index messages_mail on messages (tenant_id, mail_at) where mail_at is not null;

-- Until a label's messages up to this number are marked one by one, all of them count as read.
create table read_marks (
  tenant_id uuid not null,
  member_id uuid not null,
  label text collate "C" not null,
  read_upto bigint not null,
  primary key (tenant_id, member_id, label),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);

-- Each piece of news, once for each person: what a message shows below each other, and what settings count.
create table message_news (
  tenant_id uuid not null,
  member_id uuid not null,
  id uuid not null default uuidv7(),
  message_id uuid not null,
  -- What it came from: nobody is told twice of the same.
  source_id uuid not null default uuidv7(),
  type text not null,
  kind text not null,
  body text not null check (length(body) <= 2000),
  sender_id uuid,
  comment_id uuid,
  -- Null until it is mailed right away: then sent, included in the mail of other news, or skipped because it was read or
  -- done first. Else it waits for the digest until it was in one, or is not mailed at all.
  mail text check (mail in ('sent', 'included', 'skipped', 'digest', 'digested', 'off')),
  at timestamptz not null default now(),
  primary key (tenant_id, member_id, id),
  unique (tenant_id, source_id, member_id),
  foreign key (tenant_id, member_id, message_id) references messages (tenant_id, member_id, id),
  foreign key (tenant_id, sender_id) references members (tenant_id, id)
);
create index message_news_latest on message_news (tenant_id, member_id, message_id, id desc);

-- What more people are told than one transaction tells; taken by a job, a batch at a time.
create table fan_outs (
  tenant_id uuid not null,
  id uuid not null default uuidv7(),
  -- An open task whose queue is told, or a notice with its people.
  task_id uuid,
  notice jsonb,
  actor_id uuid,
  told_upto uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((task_id is null) <> (notice is null))
);

-- What somebody chose otherwise than the organisation has it.
create table notification_choices (
  tenant_id uuid not null,
  member_id uuid not null,
  kind text not null,
  inbox boolean not null,
  email text not null check (email in ('now', 'digest', 'off')),
  desktop boolean not null,
  primary key (tenant_id, member_id, kind),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);

create table notification_defaults (
  tenant_id uuid not null,
  kind text not null,
  inbox boolean not null,
  email text not null check (email in ('now', 'digest', 'off')),
  desktop boolean not null,
  can_change boolean not null default true,
  primary key (tenant_id, kind)
);

create table notification_hours (
  tenant_id uuid not null,
  member_id uuid not null,
  quiet_on boolean not null default false,
  quiet_from time not null default '18:30',
  quiet_to time not null default '08:00',
  quiet_weekends boolean not null default true,
  let_due_through boolean not null default true,
  digest_days text not null default 'working_days'
    check (digest_days in ('working_days', 'every_day', 'mondays', 'off')),
  digest_time time not null default '08:30',
  -- Only while something waits for it; -infinity until somebody works out when that is, in the person's own zone.
  next_digest_at timestamptz,
  last_digest_at timestamptz,
  primary key (tenant_id, member_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
create index notification_hours_digest on notification_hours (tenant_id, next_digest_at) where next_digest_at is not null;

create table follows (
  tenant_id uuid not null,
  workflow_id uuid not null,
  member_id uuid not null,
  level text not null check (level in ('everything', 'my_part', 'muted')),
  until timestamptz,
  primary key (tenant_id, workflow_id, member_id),
  foreign key (tenant_id, workflow_id) references workflows (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
create index follows_of on follows (tenant_id, member_id);

-- By when a workspace's inboxes have to be looked after: a poke goes out only where this moves forward.
create table inbox_wants (
  tenant_id uuid not null,
  by timestamptz not null,
  primary key (tenant_id)
);
create index inbox_wants_by on inbox_wants (by);

alter table tenants add column names_in_mails boolean not null default true;
grant update (names_in_mails) on tenants to tl_app;

--! own inboxes message_labels messages read_marks message_news notification_choices notification_hours follows
--! tenant fan_outs notification_defaults inbox_wants

grant select, insert, update on inboxes, message_labels, notification_hours to tl_app;
grant select, update on messages, message_news to tl_app;
grant select, insert, update, delete on read_marks, notification_choices, fan_outs, notification_defaults, follows,
  inbox_wants to tl_app;
grant delete on messages, message_news to tl_worker;

-- Telling others: auth.tell writes what it is given for whomever, naming the tenant in each statement, and answers no more
-- than ids.
create policy telling on inboxes to tl_auth using (true) with check (true);
create policy telling on messages to tl_auth using (true) with check (true);
create policy telling on message_news to tl_auth using (true) with check (true);
create policy telling on notification_choices for select to tl_auth using (true);
create policy telling on notification_defaults for select to tl_auth using (true);
create policy telling on follows for select to tl_auth using (true);
create policy telling on notification_hours to tl_auth using (true) with check (true);
create policy telling on inbox_wants to tl_auth using (true) with check (true);
grant select, insert, update on inboxes, messages, message_news, notification_hours, inbox_wants to tl_auth;
grant select on notification_choices, notification_defaults, follows to tl_auth;

--! definer_begin

-- The parts of auth.tell, which alone may call them.

-- What one person chose of a kind, else what the organisation has, else what the product has (`p_builtin`, by kind).
create function auth.notification_choice(p_member uuid, p_kind text, p_builtin jsonb,
  out inbox boolean, out email text, out desktop boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(c.inbox, d.inbox, (b ->> 'inbox')::boolean), coalesce(c.email, d.email, b ->> 'email'),
    coalesce(c.desktop, d.desktop, (b ->> 'desktop')::boolean)
  from (select p_builtin -> p_kind as b) as builtin
  left join notification_defaults d on d.tenant_id = {{TENANT}} and d.kind = p_kind
  left join notification_choices c on c.tenant_id = {{TENANT}} and c.member_id = p_member and c.kind = p_kind
    and coalesce(d.can_change, true)
$$;

-- Brings the messages about open tasks in line with who is asked now (`p_asked`): whoever is newly asked has news, and
-- nobody else's is shown as needing them any more. Of the tasks in `p_partial` only some are given, so that nothing is
-- taken back. Whoever acted is not told.
create function auth.tell_asked(p_tasks uuid[], p_partial uuid[], p_asked jsonb, p_actor uuid, p_builtin jsonb, p_hold int)
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
      due_day = a.due_day, wake_at = case when m.wake_at is null then null
        when m.label = 'archived' and m.snoozed_until is null then a.due_sort - interval '1 day'
        else least(m.wake_at, a.due_sort - interval '1 hour') end
    from asked a
    where m.tenant_id = {{TENANT}} and m.thing_id = a.task_id and m.member_id = a.member_id
      and not exists (select from news n where n.task_id = a.task_id and n.member_id = a.member_id)
      and (not m.needs_you or (m.type, m.title, m.priority, m.due_sort, m.due_day)
        is distinct from (a.type, a.title, a.priority, a.due_sort, a.due_day))
    returning m.member_id, m.id),
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
  union all select k.member_id, k.id, null, false from kept k
$$;

-- News for those named in each notice, except whoever acted, those who muted its workflow and those who want none of the
-- kind. A message that needs its person goes on saying so.
create function auth.tell_news(p_notices jsonb, p_actor uuid, p_builtin jsonb, p_hold int)
returns table (member_id uuid, message_id uuid, mail_at timestamptz, for_digest boolean)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with given as (
    select distinct on (m.id, a.source_id) m.id as member_id, a.*, c.email
    from jsonb_to_recordset(p_notices) as a (place int, source_id uuid, thing_id uuid, type text, kind text, family text,
      because text, title text, body text, priority smallint, task_id uuid, instance_id uuid, workflow_id uuid,
      document_id uuid, comment_id uuid, "to" jsonb)
    cross join lateral jsonb_array_elements_text(a.to) as t
    join members m on m.tenant_id = {{TENANT}} and m.id = t.value::uuid and m.status = 'active'
    cross join lateral auth.notification_choice(m.id, a.kind, p_builtin) c
    where m.id is distinct from p_actor and c.inbox
      and not exists (select from follows f where f.tenant_id = {{TENANT}} and f.workflow_id = a.workflow_id
        and f.member_id = m.id and f.level = 'muted' and (f.until is null or f.until > now()))
      and not exists (select from message_news o where o.tenant_id = {{TENANT}} and o.source_id = a.source_id
        and o.member_id = m.id)
    order by m.id, a.source_id, a.place),
  -- Of several about one thing the last is shown; all of them are noted.
  latest as (
    select distinct on (g.member_id, g.thing_id) g.*, count(*) over (partition by g.member_id, g.thing_id) as pieces
    from given g order by g.member_id, g.thing_id, g.place desc),
  ordered as (
    select l.*, row_number() over (partition by l.member_id order by l.place desc) as n from latest l),
  numbered as (
    update inboxes b set last_news = b.last_news + c.pieces
    from (select l.member_id, count(*) as pieces from latest l group by l.member_id) c
    where b.tenant_id = {{TENANT}} and b.member_id = c.member_id
    returning b.member_id, b.last_news),
  told as (
    insert into messages as m (tenant_id, member_id, thing_id, type, kind, family, because, title, body, priority, sender_id,
      news_no, news_count, mail_at, task_id, instance_id, workflow_id, document_id)
    select {{TENANT}}, n.member_id, n.thing_id, n.type, n.kind, n.family, n.because, n.title, n.body, n.priority, p_actor,
      b.last_news - n.n + 1, n.pieces, case n.email when 'now' then now() + make_interval(secs => p_hold) end, n.task_id,
      n.instance_id, n.workflow_id, n.document_id
    from ordered n join numbered b on b.member_id = n.member_id
    on conflict (tenant_id, thing_id, member_id) do update set
      type = case when m.needs_you then m.type else excluded.type end,
      kind = case when m.needs_you then m.kind else excluded.kind end,
      family = case when m.needs_you then m.family else excluded.family end,
      because = case when m.needs_you then m.because else excluded.because end,
      title = case when m.needs_you then m.title else excluded.title end,
      body = case when m.needs_you then m.body else excluded.body end,
      sender_id = excluded.sender_id, news_no = excluded.news_no, news_at = now(),
      news_count = m.news_count + excluded.news_count, read_at = null,
      mail_at = coalesce(m.mail_at, excluded.mail_at),
      snoozed_until = case when m.snoozed_until < 'infinity' then m.snoozed_until end,
      wake_at = case when m.snoozed_until < 'infinity' then m.wake_at end, deleted_at = null,
      label = case when m.label = 'archived' or m.deleted_at is not null then 'inbox' else m.label end
    returning m.member_id, m.id, m.thing_id, m.mail_at),
  noted as (
    insert into message_news (tenant_id, member_id, message_id, source_id, type, kind, body, sender_id, comment_id, mail)
    select {{TENANT}}, g.member_id, t.id, g.source_id, g.type, g.kind, g.body, p_actor, g.comment_id,
      nullif(g.email, 'now')
    from given g join told t on t.member_id = g.member_id and t.thing_id = g.thing_id)
  select t.member_id, t.id, t.mail_at, exists (
    select from given g where g.member_id = t.member_id and g.thing_id = t.thing_id and g.email = 'digest')
  from told t
$$;

-- Something waits for the digest of these people. When that comes is worked out within ten minutes, by whoever looks after
-- the inboxes; says by when, if nobody knew of it.
create function auth.want_digests(p_members uuid[]) returns timestamptz
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with wanted as (
    insert into notification_hours as h (tenant_id, member_id, next_digest_at)
    select {{TENANT}}, m, '-infinity' from unnest(p_members) m
    where not exists (select from notification_hours o where o.tenant_id = {{TENANT}} and o.member_id = m
      and (o.next_digest_at is not null or o.digest_days = 'off'))
    order by m
    on conflict (tenant_id, member_id) do update set next_digest_at = excluded.next_digest_at
    returning 1)
  select case when exists (select from wanted) then now() + interval '10 minutes' end
$$;

--! definer_end tl_auth

--! definer_begin

-- Where the people of these members are, who alone may read that themselves.
create function auth.time_zones(p_members uuid[]) returns table (member_id uuid, time_zone text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.id, p.time_zone from members m join people p on p.id = m.person_id
  where m.tenant_id = {{TENANT}} and m.id = any (p_members)
$$;

-- The inboxes of the workspace are looked after by then. Says whether they must be poked: not if they are looked at before
-- that anyway, and not just now, when that look might miss what is not committed yet.
create function auth.want_inboxes(p_by timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_by is null or exists (
    select from inbox_wants where tenant_id = {{TENANT}} and by <= p_by and by > now() + interval '10 seconds') then
    return false;
  end if;
  insert into inbox_wants as w (tenant_id, by) values ({{TENANT}}, p_by)
  on conflict (tenant_id) do update set by = least(w.by, excluded.by);
  return true;
end
$$;

-- The one way to write for others. Says whose messages have changed, and whether a mail is due earlier than was known.
create function auth.tell(p_tasks uuid[], p_partial uuid[], p_asked jsonb, p_notices jsonb, p_actor uuid, p_builtin jsonb,
  p_hold int)
returns jsonb language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  people uuid[];
  result jsonb;
  mail timestamptz;
  digests uuid[];
  more uuid[];
begin
  -- Whoever follows a workflow is known here alone.
  if jsonb_path_exists(p_notices, '$[*].followers') then
    select coalesce(jsonb_agg(case when n ? 'followers' then jsonb_set(n, '{to}', (n -> 'to') || coalesce((
        select jsonb_agg(f.member_id) from follows f
        where f.tenant_id = {{TENANT}} and f.workflow_id = (n ->> 'workflow_id')::uuid and f.level = 'everything'
          and (n -> 'followers' = 'true' or n -> 'followers' ? f.member_id::text)), '[]')) else n end), '[]')
    into p_notices from jsonb_array_elements(p_notices) n;
  end if;

  select array_agg(distinct p.id order by p.id) into people from (
    select a.member_id as id from jsonb_to_recordset(p_asked) as a (member_id uuid)
    union all
    select m.member_id from messages m where m.tenant_id = {{TENANT}} and m.thing_id = any (p_tasks) and m.needs_you
    union all
    select t.value::uuid from jsonb_array_elements(p_notices) n cross join lateral jsonb_array_elements_text(n -> 'to') t) p;
  if people is null then
    return '{"told": [], "wake": false}';
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
  return jsonb_build_object('told', result, 'wake', auth.want_inboxes(mail));
end
$$;

--! definer_end tl_app

--! definer_begin

-- Workspaces whose inboxes should have been looked after a minute ago; asked for again after another minute.
create function auth.take_overdue_inboxes(p_limit int) returns table (tenant_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update inbox_wants w set by = now() from (
    select o.tenant_id from inbox_wants o where o.by < now() - interval '1 minute'
    order by o.by limit p_limit for update skip locked) late
  where w.tenant_id = late.tenant_id
  returning w.tenant_id
$$;

--! definer_end tl_worker

--! definer_begin

-- What happened to somebody's account, in the inbox of each of their workspaces.
create function auth.tell_person(p_person uuid, p_title text, p_body text)
returns table (tenant_id uuid, member_id uuid, message_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with places as (
    insert into inboxes as b (tenant_id, member_id, last_news)
    select m.tenant_id, m.id, 1 from person_tenants pt
    join members m on m.tenant_id = pt.tenant_id and m.id = pt.member_id and m.status = 'active'
    where pt.person_id = p_person order by m.tenant_id, m.id
    on conflict (tenant_id, member_id) do update set last_news = b.last_news + 1
    returning b.tenant_id, b.member_id, b.last_news),
  told as (
    insert into messages (tenant_id, member_id, thing_id, type, kind, family, because, title, body, news_no)
    select p.tenant_id, p.member_id, uuidv7(), 'security_notice', 'security', 'system', 'account', p_title, p_body, p.last_news
    from places p
    returning messages.tenant_id, messages.member_id, messages.id),
  noted as (
    insert into message_news (tenant_id, member_id, message_id, type, kind, body)
    select t.tenant_id, t.member_id, t.id, 'security_notice', 'security', p_body from told t)
  select t.tenant_id, t.member_id, t.id from told t
$$;

--! definer_end tl_identity
