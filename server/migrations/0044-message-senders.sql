-- A message that needs somebody goes on naming the person who asked.

--! definer_begin

-- As before; what is asked keeps its sender, whoever else has news of it.
create or replace function auth.tell_news(p_notices jsonb, p_actor uuid, p_builtin jsonb, p_hold int)
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
      sender_id = case when m.needs_you then m.sender_id else excluded.sender_id end,
      news_no = excluded.news_no, news_at = now(),
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

--! definer_end tl_auth
