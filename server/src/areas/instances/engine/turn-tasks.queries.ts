/**
 * Parts of the turn's one statement that make and change tasks. `doc` holds the rows; $2 is the tenant, $3 the instance,
 * $4 its workflow.
 */

/** A run that is opened again, after its people were found missing, keeps its task. */
export const PUT_TASKS = `
  numbered as (
    select coalesce(max(number), 0) as last from tasks where tenant_id = $2 and instance_id = $3),
  put as (
    insert into tasks (tenant_id, instance_id, workflow_id, number, narrowed, in_trash, step, round, item, name, description,
      task_type, status, priority, due_date, due_at, due_sort, assigned_to, team_id, role_id, reviewer_id, outcome, problem,
      completed_at, sent_back_by)
    select $2::uuid, $3::uuid, $4::uuid, numbered.last + r.n, r.narrowed, r.in_trash, r.step,
      r.round, r.item, r.name, r.description, r.task_type, r.status, r.priority, r.due_date, r.due_at, r.due_sort,
      r.assigned_to, r.team_id, r.role_id, r.reviewer_id, r.outcome, r.problem,
      case when r.status in ('completed', 'cancelled') then now() end,
      case when r.back_step is not null then (
        select d.id from tasks a join decisions d on d.tenant_id = $2 and d.task_id = a.id
        where a.tenant_id = $2 and a.instance_id = $3 and a.step = r.back_step and a.round = r.back_round
          and d.verdict <> 'approve' and d.withdrawn_at is null
        order by d.id desc limit 1) end
    from doc, numbered, jsonb_to_recordset(d -> 'tasks') as r (
      n int, narrowed boolean, in_trash boolean, step text, round int, item int, name text, description text, task_type text,
      status text, priority smallint, due_date date, due_at timestamptz, due_sort timestamptz, assigned_to uuid,
      team_id uuid, role_id uuid, reviewer_id uuid, outcome text, problem text, back_step text, back_round int)
    on conflict (tenant_id, instance_id, step, round, item) do update set status = excluded.status, problem = excluded.problem,
      outcome = excluded.outcome, completed_at = excluded.completed_at, assigned_to = excluded.assigned_to,
      team_id = excluded.team_id, role_id = excluded.role_id, reviewer_id = excluded.reviewer_id,
      due_date = excluded.due_date, due_at = excluded.due_at, due_sort = excluded.due_sort,
      attempt = tasks.attempt + 1, updated_at = now(), version = tasks.version + 1
    returning tasks.id, tasks.step, tasks.round, tasks.item, tasks.status, tasks.due_sort, tasks.priority,
      (tasks.status <> 'cancelled')::int - coalesce(old.status <> 'cancelled', false)::int as total,
      (tasks.status = 'completed')::int - coalesce(old.status = 'completed' and old.outcome is not null, false)::int as done)`

export const PUT_SEATS = `
  seats as (
    insert into task_seats (tenant_id, task_id, slot, member_id, team_id, role_id, asked)
    select $2::uuid, put.id, s.slot, s.member_id, s.team_id, s.role_id, s.asked
    from doc, put, jsonb_to_recordset(d -> 'seats') as s (
      step text, round int, item int, slot int, member_id uuid, team_id uuid, role_id uuid, asked boolean)
    where s.step = put.step and s.round = put.round and s.item = put.item)`

/** Whose work it is, with copies of what their list is ordered by. */
export const PUT_PARTS = `
  parts as (
    insert into task_people (tenant_id, task_id, part, member_id, asked, status, due_sort, priority)
    select $2::uuid, put.id, p.part, p.member_id, p.asked, put.status, put.due_sort, put.priority
    from doc, put, jsonb_to_recordset(d -> 'parts') as p (
      step text, round int, item int, part text, member_id uuid, asked boolean)
    where p.step = put.step and p.round = put.round and p.item = put.item
    on conflict (tenant_id, task_id, part, member_id) do update set asked = excluded.asked, status = excluded.status)`

export const PUT_PEOPLE = `
  people as (
    insert into instance_people (tenant_id, instance_id, member_id)
    select $2::uuid, $3::uuid, p.value::uuid from doc, jsonb_array_elements_text(d -> 'people') as p
    on conflict do nothing)`

export const CHANGE_TASKS = `
  changed as (
    update tasks t set status = c.status, outcome = c.outcome, problem = c.problem, attempt = coalesce(c.attempt, t.attempt),
      completed_by = coalesce(t.completed_by, c.by), updated_at = now(), version = t.version + 1,
      completed_at = case when c.status in ('completed', 'cancelled') then coalesce(t.completed_at, now()) end
    from doc, jsonb_to_recordset(d -> 'task_changes') as c (
      step text, round int, item int, but int[], status text, outcome text, problem text, attempt int, by uuid)
    where t.tenant_id = $2 and t.instance_id = $3 and t.step = c.step and t.round = c.round
      and (t.item = c.item or (c.item is null and t.item <> all (c.but))) and t.status <> 'cancelled' and t.outcome is null
    returning t.id, t.status, (t.status <> 'cancelled')::int - (old.status <> 'cancelled')::int as total,
      (t.status = 'completed')::int as done),
  people_changed as (
    update task_people p set status = c.status from changed c
    where p.tenant_id = $2 and p.task_id = c.id)`

/** What people asked each other beside the steps ends with the task it is about, or with the instance. */
export const closeQueries = (changes: boolean) => `
  queries as (
    update tasks q set status = 'cancelled', completed_at = now(), updated_at = now(), version = q.version + 1
    from doc
    where q.tenant_id = $2 and q.instance_id = $3 and q.task_type = 'query' and q.status in ('pending', 'in_progress')
      and ((d -> 'standing' ->> 'ended')::boolean
        ${changes ? "or q.about_task in (select id from changed where status = 'cancelled')" : ''})
    returning q.id, q.status),
  query_people as (
    update task_people p set status = q.status from queries q where p.tenant_id = $2 and p.task_id = q.id)`
