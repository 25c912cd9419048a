/** A number below `most`; the same key and `which` always draw the same. */
export const byNumber = (which: number, most: number | string) =>
  `((hashint8extended(n, ${which}) & 2147483647) % ${most})::int`
const byTask = (which: number, most: number | string) =>
  `((uuid_hash_extended(i.instance_id, ${which} + 64 * i.round) & 2147483647) % ${most})::int`

const TWO_YEARS = 730 * 86_400

/** How long before now row n of $3 is: over two years, the newest last. */
export const sinceTwoYears = `-($3 - n) * make_interval(secs => ${TWO_YEARS}.0 / $3)`

/**
 * Instances $1 to $2 of $3, over two years, the newest last: a fifth of them in the large tenant, most of which are over. A
 * quarter belongs to the last workflow; the newest of the large tenant all belong to limited ones.
 */
export const INSTANCES = `
  insert into instances (tenant_id, workflow_id, workflow_version, prefix, number, name, title, status, priority, due_date,
    due_sort, started_by, source_key, narrowed, client_id, deleted_at, seq, tasks_total, tasks_done, created_at, started_at,
    completed_at)
  select p.tenant_id, p.workflows[w.at], 1, p.prefixes[w.at], 1 + n / case when w.at = cardinality(p.workflows) then 20 else 1000 end,
    (array['Desk', 'Order', 'Invoice', 'Harbor', 'Contract', 'Leave', 'Offer', 'Claim'])[1 + ${byNumber(1, 8)}] || ' ' || n,
    'Chair number ' || n, s.status, (array[0, 1, 1, 2, 2, 2, 2, 3])[1 + ${byNumber(2, 8)}], d.due::date, coalesce(d.due, 'infinity'),
    p.members[1 + ${byNumber(3, 'cardinality(p.members)')}], 'growth ' || n, ${byNumber(4, 100)} = 0,
    case when p.place = 0 and ${byNumber(5, 20)} = 0 then p.clients[1 + ${byNumber(6, 'cardinality(p.clients)')}] end,
    case when s.status in ('completed', 'cancelled') and ${byNumber(7, 100)} = 0 then b.at + interval '9 days' end, 3, 3,
    case when s.status = 'completed' then 3 when s.status = 'cancelled' then 1 when s.status = 'pending' then 0 else 2 end,
    b.at, case when s.status <> 'pending' then b.at end,
    case when s.status in ('completed', 'cancelled') then b.at + (1 + ${byNumber(8, 200)}) * interval '1 hour' end
  from generate_series($1::bigint, $2::bigint) n
  cross join lateral (select ${sinceTwoYears} as back) c
  cross join lateral (select now() + c.back as at) b
  join growth.places p on p.place = case when n % 5 = 0 then 0 else 1 + n % 199 end
  cross join lateral (select case
    when p.place > 0 then 1 + ${byNumber(9, 10)}
    when n > $3 - least(25000, $3 / 4) then 1 + ${byNumber(9, '$4::int')}
    when n % 20 = 0 then $4::int + $5::int
    else 1 + ${byNumber(9, '($4::int + $5::int - 1)')} end as at) w
  cross join lateral (select case
    when ${byNumber(11, 1000)} >= case when n > $3 * 0.9 then 700 else 22 end
      then case when ${byNumber(12, 12)} = 0 then 'cancelled' else 'completed' end
    else (array['pending', 'failed', 'in_progress'])[least(3, 1 + ${byNumber(12, 50)})] end as status) s
  cross join lateral (select case when ${byNumber(13, 10)} < 7 then b.at + (1 + ${byNumber(14, 60)}) * interval '1 day' end as due) d`

/** Whose part it is: a third of the large tenant's work is one person's; what is open may wait in a queue instead. */
const HOLDER = `case
  when ${byTask(1, 1000)} < 300 then p.members[2] when ${byTask(1, 1000)} < 350 then p.members[1]
  when ${byTask(1, 1000)} < 351 then p.members[3]
  when ${byTask(1, 1000)} < 850 or i.status in ('completed', 'cancelled')
    then p.members[4 + ${byTask(2, '(cardinality(p.members) - 3)')}] end`
const QUEUE = `p.teams[case when ${byTask(3, 2)} = 0 then 1 else 1 + ${byTask(4, 'cardinality(p.teams)')} end]`
const REVIEWER = `p.members[1 + ${byTask(5, 'cardinality(p.members)')}]`

/** Three of each of these instances: what is over was done in time, the last of what runs is open. */
export const tasksOf = (instances: string) => `
  insert into tasks (tenant_id, instance_id, workflow_id, number, step, round, narrowed, in_trash, name, task_type, status,
    priority, due_date, due_sort, assigned_to, reviewer_id, team_id, role_id, review_status, completed_by, completed_at, created_at,
    updated_at)
  select i.tenant_id, i.instance_id, i.workflow_id, i.round,
    case k.kind when 'query' then null when 'approval' then 'ok' when 'automated' then 'order' else 'ask' end, i.round, i.narrowed,
    i.in_trash, (array['Ask for it', 'Check the invoice', 'Approve it', 'Order it', 'File the invoice', 'Call back', 'Sign the contract',
      'Pay', 'Plan the visit', 'Write the offer', 'Compare prices', 'Tell the client'])[1 + ${byTask(6, 12)}] || ' ' || ${byTask(7, 5000)},
    k.kind, i.status, (array[0, 1, 1, 2, 2, 2, 2, 3])[1 + ${byTask(8, 8)}], d.due::date, coalesce(d.due, 'infinity'),
    case when k.kind in ('manual', 'query') then h.holder end, case when i.status = 'review' then ${REVIEWER} end,
    case when k.kind <> 'automated' and h.holder is null and ${byTask(9, 10)} > 0 then ${QUEUE} end,
    case when k.kind <> 'automated' and h.holder is null and ${byTask(9, 10)} = 0 then p.role end,
    case when i.status = 'review' then 'waiting' end, case when i.status = 'completed' then h.holder end,
    case when i.status = 'completed' then i.created_at + i.round * interval '5 hours' end, i.created_at, i.created_at
  from (
    select x.tenant_id, x.id as instance_id, x.workflow_id, x.narrowed, x.deleted_at is not null as in_trash, x.created_at, t as round,
      case when x.status = 'completed' or t = 1 or (t = 2 and x.status <> 'cancelled') then 'completed'
        when x.status = 'cancelled' then 'cancelled' when x.status = 'failed' then 'failed'
        else (array['pending', 'pending', 'pending', 'pending', 'pending', 'in_progress', 'in_progress', 'in_progress', 'review', 'failed'])
          [1 + ((uuid_hash_extended(x.id, 40) & 2147483647) % 10)::int] end as status
    from ${instances} x, generate_series(1, 3) t where x.status <> 'pending') i
  join growth.places p on p.tenant_id = i.tenant_id
  cross join lateral (select ${HOLDER} as holder) h
  cross join lateral (select case when i.status = 'failed' then 'automated' when i.status = 'review' then 'manual' when i.round = 1 then 'manual'
    when i.round = 2 then 'approval' else (array['manual', 'manual', 'manual', 'manual', 'manual', 'approval', 'approval', 'automated',
      'automated', 'query'])[1 + ${byTask(10, 10)}] end as kind) k
  cross join lateral (select case when ${byTask(11, 10)} < 8 then case when i.status in ('completed', 'cancelled')
    then i.created_at + (1 + ${byTask(12, 40)}) * interval '1 day' + ${byTask(13, 86400)} * interval '1 second'
    else now() + (${byTask(12, 80)} - 20) * interval '1 day' + ${byTask(13, 86400)} * interval '1 second' end end as due) d`

/** Whoever has a part in these tasks. */
export const peopleOf = (tasks: string) => `
  insert into task_people (tenant_id, task_id, part, member_id, asked, status, due_sort, priority)
  select i.tenant_id, i.id, e.part, e.member_id, e.asked, i.status, i.due_sort, i.priority
  from ${tasks} i join growth.places p on p.tenant_id = i.tenant_id
  cross join lateral (values
    ('assignee', i.assigned_to, i.status <> 'review'),
    ('reviewer', i.reviewer_id, i.status = 'review'),
    ('approver', case when i.task_type = 'approval' then ${HOLDER} end, true)) e (part, member_id, asked)
  where e.member_id is not null`

const STATE = `{"v": 1, "plan": "", "seq": 3, "status": "running", "wait": {}, "round": {}, "base": 1, "returns": 0}`
const RUN = `{"round": 3, "since": 0, "phase": "working", "attempt": 1}`

/** What lists of the large tenant ask beside tasks and instances. */
export const OF_LARGE = [
  `insert into instance_people (tenant_id, instance_id, member_id)
   select tenant_id, id, started_by from instances where tenant_id = $1
   union select tenant_id, instance_id, assigned_to from tasks where tenant_id = $1 and assigned_to is not null and round = 3`,
  `insert into instance_state (tenant_id, instance_id, state)
   select i.tenant_id, i.id, jsonb_set('${STATE}', '{open}', jsonb_build_object(coalesce(t.step, 'ask'), '${RUN}'::jsonb))
   from instances i join tasks t on t.tenant_id = $1 and t.instance_id = i.id and t.round = 3
   where i.tenant_id = $1 and i.status in ('in_progress', 'failed')`,
  `insert into step_runs (tenant_id, instance_id, workflow_id, step, round, opened_at, closed_at, outcome)
   select tenant_id, instance_id, workflow_id, coalesce(step, 'ask'), round, created_at, completed_at, 'done'
   from tasks where tenant_id = $1 and status = 'completed' and round < 3`,
  `insert into task_seats (tenant_id, task_id, slot, member_id, team_id, role_id, asked)
   select i.tenant_id, i.id, 0, ${HOLDER}, case when i.team_id is not null then i.team_id end, i.role_id, true
   from tasks i join growth.places p on p.tenant_id = i.tenant_id where i.tenant_id = $1 and i.task_type = 'approval'`,
  `insert into documents (tenant_id, name, instance_id, task_id, workflow_id, sha256, size, media_type)
   select tenant_id, 'Offer.pdf', instance_id, id, workflow_id, '\\x00', 1, 'application/pdf' from tasks
   where tenant_id = $1 and (uuid_hash_extended(id, 50) & 31) = 0 order by id`,
]

/** One step that went through a list of 2,500: more tasks of one instance than a list looks at. */
export const GIANT = `
  insert into tasks (tenant_id, instance_id, workflow_id, number, step, round, item, name, task_type, status, completed_at)
  select tenant_id, id, workflow_id, 10 + n, 'each', 9, n, 'Item ' || n, 'manual',
    case when n % 2 = 0 then 'completed' else 'pending' end, case when n % 2 = 0 then now() end
  from (select * from instances where tenant_id = $1 and status = 'in_progress' and not narrowed and deleted_at is null
    and workflow_id = (select workflows[cardinality(workflows)] from growth.places where place = 0) limit 1) i,
    generate_series(1, 2500) n
  returning instance_id as id`
